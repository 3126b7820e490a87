import { z } from "zod";
import { conversationName } from "@reeve/operations/fields";
import { callIn } from "../call-in.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { pageOfRows, parseCursor } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";
import { inputView, messageState, turnView, workView } from "../turn-view.ts";

const TAGS = ["conversations"];

const session = z.object({
  id: z.string(),
  surface: z.string(),
  chat: z.string(),
  generation: z.number().describe("Rises with each session of the chat."),
  startedAt: z.number(),
  endedAt: z.number().nullable().describe("Null while it goes on."),
  reason: z.string().nullable().describe("Why it ended."),
  turns: z.number(),
  messages: z.number(),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
});

const message = z.object({
  order: z.number().describe("Rises with each message."),
  messageId: z.string(),
  edit: z.number(),
  direction: z.enum(["in", "out"]),
  author: z.string(),
  name: z.string().nullable().describe("What the author is called; null for the agent."),
  text: z.string(),
  at: z.number(),
  turn: z.string().nullable(),
  state: messageState.nullable().describe("Of what came in: what became of it."),
  reason: z.string().nullable(),
});

const sessionMark = z.object({ startedAt: z.int(), generation: z.int(), id: z.string() });

const named = z.object({ id: conversationName });
const id = z.string().min(1).max(200);

/** Conversations, and what was said and done in them. */
export const sessionRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/sessions",
    summary: "Sessions of all chats, newest first.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(session) },
    async run({ query: { limit, cursor } }, { call }) {
      const before = cursor === undefined ? undefined : parseCursor(cursor, sessionMark);
      const listed = await call("sessions.list", { limit: limit + 1, before });
      const rows = tell(z.array(session), listed);
      return pageOfRows(rows, limit, ({ startedAt, generation, id: last }) => ({
        startedAt,
        generation,
        id: last,
      }));
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/sessions/{id}",
    summary: "One session.",
    tags: TAGS,
    scope: "read",
    params: z.object({ id }),
    answers: { 200: session },
    run: async ({ params }, { call }) =>
      tell(session, await call("sessions.show", { session: params.id })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/sessions/{id}/new",
    summary: "Begin a new session in a conversation; what was said before is summed up.",
    tags: TAGS,
    scope: "chat",
    params: named,
    answers: {
      200: z.object({
        session: z.string().nullable().describe("Null where nothing was said in it yet."),
      }),
    },
    run: ({ params }, ctx) =>
      callIn(ctx, { conversation: params.id, method: "sessions.new", params: {} }),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/sessions/{id}/messages",
    summary: "What was said in a conversation, newest first, in all of its sessions.",
    tags: TAGS,
    scope: "read",
    params: named,
    query: pageQuery,
    answers: { 200: pageOf(message) },
    async run({ params, query: { limit, cursor } }, ctx) {
      const before = cursor === undefined ? undefined : parseCursor(cursor, z.int());
      const listed = await callIn(ctx, {
        conversation: params.id,
        method: "feed.list",
        params: { before, limit: limit + 1 },
      });
      return pageOfRows(tell(z.array(message), listed), limit, ({ order }) => order);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/messages/{id}",
    summary: "What became of a message, from the queue to the reply.",
    tags: TAGS,
    scope: "read",
    params: z.object({ id: id.describe("Of the message, or of the incident that it led to.") }),
    answers: { 200: lifeView() },
    run: async ({ params }, { call }) =>
      tell(lifeView(), await call("turns.why", { message: params.id })),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/turns/{id}",
    summary: "What a turn answered, thought, did and used.",
    tags: TAGS,
    scope: "read",
    params: z.object({ id }),
    answers: { 200: workedTurn() },
    run: async ({ params }, { call }) =>
      tell(workedTurn(), await call("turns.show", { turn: params.id })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/turns/{id}/stop",
    summary: "Stop a turn, with what waits behind it; nothing happens to one that has ended.",
    tags: TAGS,
    scope: "chat",
    params: z.object({ id }),
    answers: { 200: z.object({ turns: z.number(), withdrawn: z.number() }) },
    async run({ params }, { call, agent, caller: { person } }) {
      const { turn, place } = tell(workedTurn(), await call("turns.show", { turn: params.id }));
      if (turn.state !== "running" || !place) return { turns: 0, withdrawn: 0 };
      const { control } = await agent();
      return control.call("turns.stop", {}, { person, ...place });
    },
  }),
];

function lifeView() {
  return workView.extend({
    message: inputView,
    turn: turnView.optional(),
    together: z.array(inputView).describe("Other messages that the same turn answered."),
  });
}

function workedTurn() {
  return workView.extend({ turn: turnView, messages: z.array(inputView) });
}
