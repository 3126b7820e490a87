import type { Caller } from "../../src/core/control.ts";
import type { RunningAgent } from "./start-agent.ts";

/** Someone who has spoken already, as control sees them. */
export async function callerOf(
  { store }: RunningAgent,
  { name = "ann", externalId = "1" }: { name?: string; externalId?: string } = {},
): Promise<Caller> {
  const identity = { tenant: "home", channel: "scripted", externalId: name };
  const person = await store.read.people.byIdentity(identity);
  if (!person) throw new Error(`${name} has not said anything yet`);
  return { person, channel: "scripted", externalId };
}
