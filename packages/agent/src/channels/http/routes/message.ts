import { z } from "zod";
import type { Media } from "../../../kernel/envelope.ts";
import type { NewId } from "../../../kernel/ids.ts";
import { readImageData } from "../read-image-data.ts";
import { defineRoute, type Route } from "../route.ts";
import { type Answer, answerSchema } from "../streams/answer.ts";
import { type AwaitedAnswer, awaitAnswer } from "../streams/await-answer.ts";
import { submitMessage } from "../streams/submit-message.ts";
import type { OutgoingMessage } from "../../../core/client-chats.ts";
import type { HttpAgent } from "../http-agent.ts";

const text = z.string().max(200_000).default("").describe("The message's text.");
const conversation = z
  .string()
  .min(1)
  .max(100)
  .default("own")
  .describe(
    "`own` is your chat with the agent on another channel. A session's id selects that session's chat; any other name is an API chat.",
  );

const json = z.object({
  text,
  conversation,
  image_b64: z
    .string()
    .optional()
    .describe("An image in base64: PNG, JPEG, GIF or WebP of at most 5 MB."),
});

const form = z.object({
  text,
  conversation,
  file: z.file().optional().describe("An image: PNG, JPEG, GIF or WebP of at most 5 MB."),
});

/** Something said in one request, and answered in its answer. */
export function messageRoutes({ newId }: { readonly newId: NewId }): readonly Route[] {
  return [route("/v1/message", newId), route("/message", newId)];
}

function route(path: `/${string}`, newId: NewId) {
  return defineRoute({
    method: "POST",
    path,
    summary: "Send a message and wait for the reply.",
    description:
      "Returns 202 if an approval is pending or the message is not answered yet. With `Prefer: respond-async`, returns 202 immediately. In these cases, read the result with GET /v1/messages/{id}. Returns 503 while the model is down; the message stays queued. The same Idempotency-Key returns the same response, even after a restart.",
    tags: ["conversations"],
    scope: "chat",
    body: json,
    form,
    repeat: "again",
    answers: { 200: answerSchema, 202: answerSchema },
    async run({ body, headers }, ctx) {
      const { caller } = ctx;
      const agent = await ctx.agent();
      const address = await agent.conversations.find(body.conversation, caller.person);
      const saying = {
        message: ctx.key ?? newId(),
        text: body.text,
        media: await mediaOf(body),
        scopes: caller.scopes,
      };
      const said = { address, person: caller.person, signal: ctx.signal };
      if (headers.get("prefer")?.includes("respond-async"))
        return answer(await acknowledge(agent, said, saying));
      return answer(await awaitAnswer(agent, said, saying));
    },
  });
}

/** 202 where there will be more to it. */
export function answer(given: Answer): Response {
  const isDone = ["answered", "failed", "stopped"].includes(given.status);
  return Response.json(given, { status: isDone ? 200 : 202 });
}

/** Stores a message and returns without its reply. */
async function acknowledge(
  agent: HttpAgent,
  said: AwaitedAnswer,
  saying: OutgoingMessage,
): Promise<Answer> {
  const { receipt, answer: known } = await submitMessage(agent, said, saying);
  const { message, reason } = receipt;
  const queued = { message, turn: null, status: "queued", response: "", approvals: [] } as const;
  return known ?? { ...queued, ...(reason !== undefined && { reason }) };
}

async function mediaOf(
  body: z.output<typeof json> | z.output<typeof form>,
): Promise<readonly Media[] | undefined> {
  if ("image_b64" in body && body.image_b64 !== undefined)
    return [{ kind: "photo", image: readImageData(body.image_b64) }];
  if (!("file" in body) || !body.file) return undefined;
  const bytes = await body.file.arrayBuffer();
  return [{ kind: "photo", image: Buffer.from(bytes).toString("base64") }];
}
