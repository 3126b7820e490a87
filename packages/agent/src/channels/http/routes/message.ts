import { z } from "zod";
import type { Media } from "../../../kernel/envelope.ts";
import type { NewId } from "../../../kernel/ids.ts";
import { readImageData } from "../read-image-data.ts";
import { defineRoute, type Route } from "../route.ts";
import { type Answer, answerSchema } from "../streams/answer.ts";
import { awaitAnswer } from "../streams/await-answer.ts";

const text = z.string().max(200_000).default("").describe("What is said.");
const conversation = z
  .string()
  .min(1)
  .max(100)
  .default("own")
  .describe(
    "`own` is the conversation that you have with the agent in your messenger or terminal. Any other name is one of the API, and a session's id is that session's.",
  );

const json = z.object({
  text,
  conversation,
  image_b64: z
    .string()
    .optional()
    .describe("A picture in base64: PNG, JPEG, GIF or WebP of at most 5 MB."),
});

const form = z.object({
  text,
  conversation,
  file: z.file().optional().describe("A picture: PNG, JPEG, GIF or WebP of at most 5 MB."),
});

/** Something said in one request, and answered in its answer. */
export function messageRoutes({ newId }: { readonly newId: NewId }): readonly Route[] {
  return [route("/v1/message", newId), route("/message", newId)];
}

function route(path: `/${string}`, newId: NewId) {
  return defineRoute({
    method: "POST",
    path,
    summary: "Say something, and wait for what is answered.",
    description:
      "Answered with 202 where a question waits for an answer, or where nothing is answered for now. The same Idempotency-Key gets the same answer, also after the agent was started anew.",
    tags: ["conversations"],
    scope: "chat",
    body: json,
    form,
    repeat: "again",
    answers: { 200: answerSchema, 202: answerSchema },
    async run({ body }, ctx) {
      const { caller } = ctx;
      const agent = await ctx.agent();
      const address = await agent.conversations.find(body.conversation, caller.person);
      const saying = { message: ctx.key ?? newId(), text: body.text, media: await mediaOf(body) };
      const said = { address, person: caller.person, signal: ctx.signal };
      return answer(await awaitAnswer(agent, said, saying));
    },
  });
}

/** 202 where there will be more to it. */
export function answer(given: Answer): Response {
  const isDone = ["answered", "failed", "stopped"].includes(given.status);
  return Response.json(given, { status: isDone ? 200 : 202 });
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
