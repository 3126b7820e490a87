import type { Clock } from "../../src/kernel/clock.ts";
import { type JobId, toId } from "../../src/kernel/ids.ts";
import type { Job } from "../../src/store/jobs.ts";
import type { Place } from "../../src/store/places.ts";
import type { Store } from "../../src/store/store.ts";
import type { ScriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import type { RunningAgent } from "./start-agent.ts";

/** A clock that stands until a test moves it. */
export interface TestClock extends Clock {
  set(now: number | string): void;
}

export function testClock(start: string): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    set: (at) => {
      now = typeof at === "number" ? at : Date.parse(at);
    },
  };
}

/** A reminder of who wrote in the place, due at no time, but for what `own` says. */
export function jobIn(place: Place, own: Partial<Omit<Job, "id">> & { readonly id: string }): Job {
  return {
    tenant: place.tenant,
    maker: toId(place.uid),
    place: place.id,
    kind: "reminder",
    text: own.id,
    schedule: { type: "after" },
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: { integrity: "owner", audience: `person:${place.uid}` },
    role: "owner",
    state: "active",
    nextAt: null,
    lastAt: null,
    createdAt: 0,
    ...own,
    id: toId(own.id),
  };
}

/** The place of a scripted chat in which something was said. */
export async function placeIn({ store }: { readonly store: Store }, chat = "1"): Promise<Place> {
  const [place] = await store.read.places.byAddress("scripted", chat);
  if (!place) throw new Error(`nothing was said in ${chat}`);
  return place;
}

/** Stores jobs of the direct chat 1, each due at a moment. */
export async function addJobs(
  agent: { readonly store: Store },
  jobs: readonly (Parameters<typeof jobIn>[1] & { readonly at?: string })[],
): Promise<void> {
  const place = await placeIn(agent);
  await agent.store.commit("change-job", async (tx) => {
    for (const { at, ...own } of jobs) {
      const due = at === undefined ? undefined : Date.parse(at);
      const once = due === undefined ? {} : { schedule: { type: "at", at: due } as const };
      await tx.jobs.add(
        jobIn(place, { ...once, ...(due !== undefined && { nextAt: due }), ...own }),
      );
    }
  });
}

/** Moves the clock, and has the scheduler look at it. */
export function passTo(agent: RunningAgent, clock: TestClock, now: number | string): void {
  clock.set(now);
  agent.core.schedule.bell.ring();
}

/** The texts that arrived in a chat. */
export function textsIn({ delivered }: ScriptedChannel, chat = "1"): readonly string[] {
  return delivered
    .filter((one) => one.chat === chat)
    .map(({ part }) => (part.type === "text" ? part.text : part.type));
}

/** The instants at which a job ran, in order, with what came of them. */
export async function runsOf(
  { store }: { readonly store: Store },
  job: string,
): Promise<readonly string[]> {
  const runs = await store.read.jobs.runs(toId<"job">(job) satisfies JobId, 1_000);
  return runs
    .toReversed()
    .map(({ instant, state }) => `${new Date(instant).toISOString().slice(0, 16)} ${state}`);
}

/** Resolves once a job's message was stored in chat 1. */
export async function accepted({ core }: RunningAgent, text: string): Promise<void> {
  const found = new AbortController();
  const place = { channel: "scripted", chat: "1" };
  const events = core.events.subscribe(place, { since: 0, signal: found.signal });
  for await (const event of events)
    if (event.type === "message-accepted" && event.text === text) break;
  found.abort();
}
