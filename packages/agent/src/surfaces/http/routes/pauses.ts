import { z } from "zod";
import { conversationName } from "@reeve/operations/fields";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["pauses"];

const pause = z.object({
  where: z.string().describe("A chat, as surface/chat, or everywhere."),
  by: z.string(),
  at: z.number(),
  noted: z.int().optional().describe("How many messages came meanwhile, in a chat."),
});

const body = z.object({
  conversation: conversationName.optional().describe("Without it, everywhere."),
});

/** Being silent for a while. */
export const pauseRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/pauses",
    summary: "Where nothing is answered for now.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(pause) },
    async run({ query }, { call }) {
      const listed = tell(z.array(pause), await call("pauses.list", {}));
      return cutPage(listed, query, ({ where }) => where);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/pauses",
    summary: "Note what arrives, and answer nothing; what runs goes on.",
    tags: TAGS,
    scope: "admin",
    body,
    answers: { 200: z.object({ wasPaused: z.boolean() }) },
    run: async ({ body: { conversation } }, ctx) =>
      ctx.call("pauses.begin", { where: await whereOf(conversation, ctx) }),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/pauses/end",
    summary: "Go on: the newest message of each direct chat is answered.",
    tags: TAGS,
    scope: "admin",
    body,
    answers: {
      200: z.object({ wasPaused: z.boolean(), noted: z.int(), answering: z.int() }),
    },
    run: async ({ body: { conversation } }, ctx) =>
      ctx.call("pauses.end", { where: await whereOf(conversation, ctx) }),
  }),
];

async function whereOf(conversation: string | undefined, { agent, caller }: RouteContext) {
  if (conversation === undefined) return "everywhere";
  const { conversations } = await agent();
  const { surface, chat } = await conversations.find(conversation, caller.person);
  return { surface, chat };
}
