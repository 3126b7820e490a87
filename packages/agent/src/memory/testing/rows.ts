import { toId } from "../../kernel/ids.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { SaidLine } from "../facts/batch.ts";

/** Creates Ann's direct chat, with the changes in `own`. */
export function chatRow(own: Partial<Chat> = {}): Chat {
  return {
    id: toId("p1"),
    tenant: "home",
    uid: "ann",
    channel: "cli",
    externalId: "1",
    kind: "direct",
    mode: "steer",
    maxSteps: 5,
    sessionId: null,
    agent: null,
    fence: 0,
    epoch: 0,
    language: null,
    policy: null,
    verbose: "off",
    leaseOwner: null,
    ...own,
  };
}

/** Creates a message that Ann wrote in February 2026, with the changes in `own`. */
export function saidLine(text: string, own: Partial<SaidLine> = {}): SaidLine {
  return {
    type: "said",
    messageId: `message of ${text}`,
    edit: 0,
    author: toId("ann"),
    name: "Ann",
    role: "owner",
    integrity: "owner",
    text,
    at: Date.UTC(2026, 1, 20, 15, 30),
    turn: toId("t1"),
    session: toId("s1"),
    ...own,
  };
}
