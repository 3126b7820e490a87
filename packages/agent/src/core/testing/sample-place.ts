import { toId } from "../../kernel/ids.ts";
import type { Place } from "../../store/places.ts";

/** A place as the store gives it, with what a test says of it. */
export function samplePlace({
  id = "p1",
  kind = "direct",
  uid = "ann",
}: {
  readonly id?: string;
  readonly kind?: Place["kind"];
  readonly uid?: string;
} = {}): Place {
  return {
    id: toId(id),
    tenant: "home",
    uid,
    channel: "scripted",
    chat: "1",
    kind,
    mode: "steer",
    sessionId: null,
    fence: 0,
    epoch: 0,
    maxSteps: 5,
    agent: null,
    language: null,
    leaseOwner: null,
  };
}
