import type { Clock } from "../../src/kernel/clock.ts";
import { type JobId, toId } from "../../src/kernel/ids.ts";
import type { Job } from "../../src/store/items/jobs.ts";
import type { Chat } from "../../src/store/messages/chats.ts";
import type { Store } from "../../src/store/store.ts";
import type { ScriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import type { RunningAgent } from "./start-agent.ts";

/** Clock that stands still until a test moves it. */
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

/** Creates a reminder by the chat's last author that is never due, with the changes in `own`. */
export function jobIn(chat: Chat, own: Partial<Omit<Job, "id">> & { readonly id: string }): Job {
  return {
    tenant: chat.tenant,
    maker: toId(chat.uid),
    chat: chat.id,
    kind: "reminder",
    text: own.id,
    schedule: { type: "after" },
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: { integrity: "owner", audience: `person:${chat.uid}` },
    role: "owner",
    state: "active",
    nextAt: null,
    lastAt: null,
    createdAt: 0,
    ...own,
    id: toId(own.id),
  };
}

/** Returns the chat of a scripted chat that has messages. */
export async function chatIn(
  { store }: { readonly store: Store },
  externalId = "1",
): Promise<Chat> {
  const [chat] = await store.read.chats.byAddress("scripted", externalId);
  if (!chat) throw new Error(`nothing was said in ${externalId}`);
  return chat;
}

/** Stores jobs of the direct chat 1, each due at a moment. */
export async function addJobs(
  agent: { readonly store: Store },
  jobs: readonly (Parameters<typeof jobIn>[1] & { readonly at?: string })[],
): Promise<void> {
  const chat = await chatIn(agent);
  await agent.store.commit("change-job", async (tx) => {
    for (const { at, ...own } of jobs) {
      const due = at === undefined ? undefined : Date.parse(at);
      const once = due === undefined ? {} : { schedule: { type: "at", at: due } as const };
      await tx.jobs.add(
        jobIn(chat, { ...once, ...(due !== undefined && { nextAt: due }), ...own }),
      );
    }
  });
}

/** Moves the clock, and has the agent look at it. */
export function passTo(agent: RunningAgent, clock: TestClock, now: number | string): void {
  clock.set(now);
  agent.look();
}

/** Returns the texts that arrived in a chat. */
export function textsIn({ delivered }: ScriptedChannel, externalId = "1"): readonly string[] {
  return delivered
    .filter((one) => one.externalId === externalId)
    .map(({ part }) => (part.type === "text" ? part.text : part.type));
}

/** Returns the instants at which a job ran, in order, with their results. */
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
  const chat = { channel: "scripted", externalId: "1" };
  const events = core.events.subscribe(chat, { since: 0, signal: found.signal });
  for await (const event of events)
    if (event.type === "message-accepted" && event.text === text) break;
  found.abort();
}
