import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Media } from "../../../kernel/envelope.ts";
import type { NewId } from "../../../kernel/ids.ts";
import type { HttpAgent } from "../http-agent.ts";
import { readImageData } from "../read-image-data.ts";
import { defineRoute, type Route } from "../route.ts";
import { answerSchema } from "../streams/answer.ts";
import { answerTo } from "../streams/await-answer.ts";
import { submitMessage } from "../streams/submit-message.ts";
import { parsePosition } from "../streams/position.ts";
import { EVENT_STREAM_TYPE } from "../streams/sse-response.ts";
import { streamAnswer } from "../streams/stream-answer.ts";
import { streamEventSchema } from "@reeve/operations/stream-events";
import { streamChat } from "../streams/stream-chat.ts";
import { answer } from "./message.ts";

const params = z.object({
  id: z
    .string()
    .min(1)
    .max(100)
    .describe(
      "A session id, the name of your API chat (created on first use), or `own` for your chat on another channel.",
    ),
});

const body = z.object({
  text: z.string().max(200_000).default("").describe("The message's text."),
  images: z
    .array(z.string())
    .max(4)
    .optional()
    .describe("PNG, JPEG, GIF or WebP in base64, of at most 5 MB each."),
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(255).describe("The file's name."),
        mediaType: z.string().max(100).optional().describe("The file's type, such as text/plain."),
        data: z.base64().describe("The content in base64."),
        voice: z
          .boolean()
          .optional()
          .describe("Whether the file is a voice message, which counts as the person's words."),
      }),
    )
    .max(10)
    .optional()
    .describe("Documents, pictures and recordings to read."),
  message: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "An id you choose. If you send a message twice with the same id, it is accepted only once. The second request returns the first result.",
    ),
  wait: z
    .boolean()
    .default(true)
    .describe(
      "Whether to wait for the reply. If false, the response only confirms that the message is stored.",
    ),
});

const EVENTS = {
  type: EVENT_STREAM_TYPE,
  description:
    "Streams the events agent.stream.delta, .step, .text, .tool_call, .tool_result, .approval, .decision, .said, .complete and others as text/event-stream. An event's id is a position in the stream. To receive the events after it, send it as Last-Event-ID.",
  schema: z.array(streamEventSchema),
};

/** Turns of a conversation, and what happens in it. */
export function turnRoutes({ newId }: { readonly newId: NewId }): readonly Route[] {
  return [begin(newId), listen];
}

function begin(newId: NewId) {
  return defineRoute({
    method: "POST",
    path: "/v1/sessions/{id}/turns",
    summary: "Send a message to a chat.",
    description:
      "With `Accept: text/event-stream`, the reply's events are streamed as they happen, up to agent.stream.complete. To resume the stream, send the request again with the same `message` or Idempotency-Key and with Last-Event-ID. 204 means that there are no more events.",
    tags: ["conversations"],
    scope: "chat",
    params,
    body,
    repeat: "again",
    answers: { 200: [answerSchema, EVENTS], 202: answerSchema, 204: null },
    async run({ params: { id }, body: said, headers }, ctx) {
      const agent = await ctx.agent();
      const { person, scopes } = ctx.caller;
      const address = await agent.conversations.find(id, person);
      const message = said.message ?? ctx.key ?? newId();
      const media = [...(said.images ?? []).map(toMedia), ...(await keepFiles(said.files, agent))];
      const saying = {
        message,
        text: said.text,
        media: media.length > 0 ? media : undefined,
        scopes,
      };
      const begun = await submitMessage(agent, { address, person }, saying);
      const { conversations } = agent;
      const { signal, watch } = ctx;
      if (headers.get("accept")?.includes(EVENT_STREAM_TYPE)) {
        const last = parsePosition(headers.get("last-event-id") ?? "");
        return streamAnswer(begun, { conversations, signal, watch, last });
      }
      if (said.wait) return answer(await answerTo(begun, { agent, signal }));
      const { message: stored, reason } = begun.receipt;
      const queued = { message: stored, turn: null, status: "queued", response: "" } as const;
      return answer(begun.answer ?? { ...queued, approvals: [], reason });
    },
  });
}

const listen = defineRoute({
  method: "GET",
  path: "/v1/sessions/{id}/events",
  summary: "Stream a chat's events.",
  description:
    "The stream stays open until you close it. It starts right after Last-Event-ID or `since`, without gaps or repeats. With `turn`, only that turn is streamed, from its start; 204 means that the turn has no more events.",
  tags: ["conversations"],
  scope: "read",
  params,
  query: z.object({
    since: z
      .string()
      .regex(/^\d{1,15}(\.\d{1,16})?$/)
      .optional()
      .describe("The id of the last event you received; 0 for all events."),
    turn: z.string().min(1).max(100).optional().describe("Only events from this turn."),
  }),
  answers: { 200: EVENTS, 204: null },
  async run({ params: { id }, query, headers, method }, ctx) {
    const { conversations, streams } = await ctx.agent();
    const address = await conversations.find(id, ctx.caller.person);
    const { signal, watch } = ctx;
    if (method === "HEAD") return new Response(null, { headers: { "content-type": EVENTS.type } });
    const from = parsePosition(headers.get("last-event-id") ?? query.since ?? "");
    const stream = streams.of(address);
    return streamChat({ stream, conversations, from, turn: query.turn, signal, watch });
  },
});

/** Stores the files before the message that names them. */
async function keepFiles(
  files: z.output<typeof body>["files"] = [],
  { uploads }: Pick<HttpAgent, "uploads">,
): Promise<readonly Media[]> {
  if (files.length > 0 && !uploads)
    throw new Fault("unavailable", "This agent does not accept files over its API.");
  const kept: Media[] = [];
  for (const { name, mediaType, data, voice } of files) {
    const media = await uploads?.keep({
      name,
      mediaType,
      data: Buffer.from(data, "base64"),
      isVoice: voice,
    });
    if (media) kept.push(media);
  }
  return kept;
}

function toMedia(image: string): Media {
  return { kind: "photo", image: readImageData(image) };
}
