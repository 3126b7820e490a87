import { expect, test } from "vitest";
import type { ReplyPart } from "../../../kernel/reply.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { streamEventSchema } from "@reeve/operations/stream-events";
import { toStreamEvent } from "./to-stream-event.ts";

const told = { seq: 1, at: 2 };
const in1 = { turn: "t1", step: 0 };

/** One of each kind. */
const REPLIES: { readonly [Type in ReplyPart["type"]]: Extract<ReplyPart, { type: Type }> } = {
  text: { type: "text", text: "Hi.", links: "plain", spoken: { voice: "x", language: "en" } },
  file: { type: "file", name: "a.txt", mediaType: "text/plain", path: "a.txt", text: "" },
  approval: { type: "approval", approval: "q1", question: "Send?" },
  decision: { type: "decision", approval: "q1", text: "Allowed." },
  progress: { type: "progress", about: "p1", text: "1 of 2", isPassing: true },
  choice: { type: "choice", about: "p1", text: "How on?", choices: ["retry"] },
  buttons: {
    type: "buttons",
    about: "k1",
    text: "Tea?",
    rows: [[{ label: "Yes", data: "plugin:1:k1" }], [{ label: "Menu", url: "https://a.example" }]],
  },
  invoice: { type: "invoice", title: "Gems", text: "Ten", stars: "50", payload: "plugin:i1" },
  notice: { type: "notice", code: "failed", text: "It broke." },
};
const reply = Object.values(REPLIES);

const EVENTS: { readonly [Type in LiveEvent["type"]]: Extract<LiveEvent, { type: Type }> } = {
  "message-accepted": { ...told, type: "message-accepted", message: "m1", from: "ann", text: "hi" },
  "turn-start": { ...told, type: "turn-start", turn: "t1", messages: ["m1"] },
  "turn-waiting": {
    ...told,
    type: "turn-waiting",
    turn: "t1",
    model: "openai/gpt",
    cause: "network",
    since: 1,
    retryAt: 2,
  },
  "messages-joined": { ...told, type: "messages-joined", turn: "t1", messages: ["m2"] },
  "step-text": { ...told, ...in1, type: "step-text", text: "I look." },
  "tool-start": { ...told, type: "tool-start", turn: "t1", call: "c1", name: "x", args: { a: 1 } },
  "tool-end": {
    ...told,
    type: "tool-end",
    turn: "t1",
    call: "c1",
    name: "x",
    outcome: "value",
    summary: "done",
  },
  "approval-request": {
    ...told,
    type: "approval-request",
    turn: "t1",
    approval: "q1",
    tool: "x",
    args: {},
    question: "Send?",
    expires: 3,
    needed: 2,
    asked: "Ann in cli/main",
  },
  "approval-vote": { ...told, type: "approval-vote", approval: "q1", by: "a", given: 1, needed: 2 },
  "approval-decision": {
    ...told,
    type: "approval-decision",
    approval: "q1",
    verdict: "allow",
    by: "ann",
  },
  "tools-change": {
    ...told,
    type: "tools-change",
    tool: "x",
    where: "here",
    now: "off",
    by: "ann",
  },
  said: { ...told, type: "said", id: "s1", cause: "command", about: "m1", reply },
  "turn-end": { ...told, type: "turn-end", turn: "t1", outcome: "failed", reply, incident: "i1" },
  "think-start": { ...in1, type: "think-start" },
  "text-reset": { ...in1, type: "text-reset" },
  "text-delta": { ...in1, type: "text-delta", delta: "Hi" },
};

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 2, costNano: null };

test.each(Object.values(EVENTS))(
  "$type is told as the schema says, and with nothing else",
  (event) => {
    const { name, data } = toStreamEvent(event, event.type === "turn-end" ? usage : undefined);
    const whole = { event: name, id: "1", data };
    expect(streamEventSchema.parse(whole)).toEqual(whole);
  },
);
