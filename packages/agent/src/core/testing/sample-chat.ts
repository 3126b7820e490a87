import { toId } from "../../kernel/ids.ts";
import type { Chat } from "../../store/messages/chats.ts";

/** A chat as the store gives it, with what a test says of it. */
export function sampleChat({
  id = "p1",
  kind = "direct",
  uid = "ann",
}: {
  readonly id?: string;
  readonly kind?: Chat["kind"];
  readonly uid?: string;
} = {}): Chat {
  return {
    id: toId(id),
    tenant: "home",
    uid,
    channel: "scripted",
    externalId: "1",
    kind,
    mode: "steer",
    sessionId: null,
    fence: 0,
    epoch: 0,
    maxSteps: 5,
    agent: null,
    language: null,
    policy: null,
    verbose: "off",
    leaseOwner: null,
  };
}
