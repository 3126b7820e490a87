import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { vi } from "vitest";
import type { TestClock } from "./job-story.ts";
import type { RunningAgent } from "./start-agent.ts";

/** Stories of days let a lot of work end between two moments. */
const PATIENCE = { timeout: 30_000, interval: 2 };

/** Whether nothing runs, and nothing is due at the time of the clock. */
export async function isQuiet(agent: RunningAgent, clock: TestClock): Promise<boolean> {
  // Looked at before and after: what ends meanwhile leaves a reply that is due.
  if (isRunning(agent)) return false;
  const due = await nextDue(agent);
  // A run whose turn has ended, and whose children do not know it yet.
  const unsettled = await agent.store.read.jobs.ended(1);
  if (unsettled.length > 0 || isRunning(agent)) return false;
  return due === undefined || due > clock.now();
}

async function untilQuiet(agent: RunningAgent, clock: TestClock): Promise<void> {
  await vi.waitUntil(() => isQuiet(agent, clock), PATIENCE);
}

/** Lets time pass from one due moment to the next, up to a moment. */
export async function passThrough(
  agent: RunningAgent,
  clock: TestClock,
  until: number,
): Promise<void> {
  for (;;) {
    await untilQuiet(agent, clock);
    if (clock.now() >= until) return;
    await step(agent, clock, until);
  }
}

/** Lets time pass in the same way until something holds; returns how long that took, in milliseconds. */
export async function passUntil(
  agent: RunningAgent,
  clock: TestClock,
  isReached: () => boolean | Promise<boolean>,
): Promise<number> {
  const since = clock.now();
  for (;;) {
    await untilQuiet(agent, clock);
    if (await isReached()) return clock.now() - since;
    await step(agent, clock, Number.POSITIVE_INFINITY);
  }
}

async function step(agent: RunningAgent, clock: TestClock, latest: number): Promise<void> {
  const next = Math.min((await nextDue(agent)) ?? Number.POSITIVE_INFINITY, latest);
  if (!Number.isFinite(next)) throw new Error("nothing will happen any more");
  clock.set(Math.max(next, clock.now()));
  agent.look();
}

/** When the next piece of work becomes due. */
async function nextDue({ store, core }: RunningAgent): Promise<number | undefined> {
  const { chats, outbox, deliveries } = store.read;
  const times = await Promise.all([
    chats.nextDue(),
    outbox.due(0, 0).then(({ nextAt }) => nextAt),
    deliveries.nextDue(),
    core.schedule.nextDue(),
  ]);
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function isRunning({ home }: RunningAgent): boolean {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  return database.prepare(RUNNING).get() !== undefined;
}

/** Chats that are being answered, and runs of jobs that are not messages yet. */
const RUNNING = `
  select id from chats where lease_owner is not null
  union all select job from job_runs where state = 'claimed' and message is null`;
