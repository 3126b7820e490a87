import { toId } from "../../kernel/ids.ts";
import type { InboxBody, InboxRow } from "../../store/messages/inbox.ts";
import type { Step, StoredCall } from "../../store/turns/turns.ts";

/** A call that has run, but for what `own` says. */
export function callRow(own: Partial<StoredCall> = {}): StoredCall {
  return {
    id: toId("call-1"),
    position: 0,
    tool: "look",
    via: null,
    args: {},
    argsHash: "hash",
    effect: "read",
    replay: "rerun",
    verdict: "allow",
    state: "settled",
    startedFence: 0,
    origin: null,
    expected: undefined,
    result: { type: "value", text: "seen" },
    artifact: null,
    ...own,
  };
}

/** A settled thought without a word, but for what `own` says. */
export function stepRow(own: Partial<Step> = {}): Step {
  return {
    n: 0,
    kind: "think",
    state: "settled",
    requestId: "request-1",
    input: null,
    extras: null,
    text: "",
    meta: null,
    calls: [],
    ...own,
  };
}

export type MessageBody = Extract<InboxBody, { kind: "message" }>;

/** Creates a message of Ann, the owner, in February 2026. */
export function messageBody(own: Partial<MessageBody> = {}): MessageBody {
  return {
    kind: "message",
    text: "hello",
    name: "Ann",
    role: "owner",
    sentAt: Date.UTC(2026, 1, 20, 15, 30),
    ...own,
  };
}

/** A row that waits, with ids made of its number. */
export function inboxRow(n: number, body: InboxBody = messageBody()): InboxRow {
  return {
    id: toId(`row-${n}`),
    chat: toId("place-1"),
    messageId: `message-${n}`,
    edit: 0,
    author: toId("person-1"),
    body,
    label: { integrity: "owner", audience: "person:person-1" },
    state: "queued",
    turn: null,
    reason: null,
    isShown: false,
    receivedAt: 0,
    trace: `row-${n}`,
  };
}
