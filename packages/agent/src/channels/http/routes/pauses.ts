import { toPublicAddress } from "../../../kernel/public-address.ts";
import { conversationName } from "@reeve/operations/fields";
import { pauses } from "@reeve/operations/agent/pauses";
import { z } from "zod";
import { defineRoute, type Route, type RouteContext } from "../route.ts";

const body = z.object({
  conversation: conversationName.optional().describe("Default: everywhere."),
});

/** Starts and ends pauses. The chat is named as a conversation, which only the gateway resolves. */
export const pauseRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/v1/pauses",
    summary: pauses.start.summary,
    tags: ["pauses"],
    scope: pauses.start.scope,
    body,
    answers: { 200: pauses.start.output },
    run: async ({ body: { conversation } }, ctx) =>
      ctx.ask(pauses.start, { where: await whereOf(conversation, ctx) }),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/pauses/end",
    summary: pauses.end.summary,
    tags: ["pauses"],
    scope: pauses.end.scope,
    body,
    answers: { 200: pauses.end.output },
    run: async ({ body: { conversation } }, ctx) =>
      ctx.ask(pauses.end, { where: await whereOf(conversation, ctx) }),
  }),
];

async function whereOf(conversation: string | undefined, { agent, caller }: RouteContext) {
  if (conversation === undefined) return "everywhere" as const;
  const { conversations } = await agent();
  return toPublicAddress(await conversations.find(conversation, caller.person));
}
