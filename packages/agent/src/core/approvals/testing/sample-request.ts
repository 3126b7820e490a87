import { type RequestContext, DEFAULT_FLOW_POLICY } from "../flow/request-context.ts";

/** An owner's direct chat in which nothing was said yet. */
export function sampleRequest(own: Partial<RequestContext> = {}): RequestContext {
  return {
    texts: [],
    asker: "ann",
    integrity: "owner",
    channel: "telegram-bot",
    externalId: "1",
    contacts: [],
    earlier: [],
    opened: [],
    vouched: [],
    spent: { turn: 0, day: 0, declared: 0 },
    policy: DEFAULT_FLOW_POLICY,
    now: Date.parse("2026-11-24T10:00Z"),
    timeZone: "UTC",
    ...own,
  };
}
