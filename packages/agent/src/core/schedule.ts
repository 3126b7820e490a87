import type { Envelope } from "../kernel/envelope.ts";
import { isDoubted } from "../kernel/clock.ts";
import { createWakeup, type Wakeup } from "../kernel/wakeup.ts";
import type { CommitPoint } from "../store/commit-point.ts";
import { correctJobs, findMoves } from "../domains/correct-times.ts";
import { endRun, makeDue, type RunEnd } from "../domains/jobs.ts";
import type { JobId } from "../kernel/ids.ts";
import { CLAIM_MS } from "./schedule/fire-job.ts";
import { type ClaimedRun, fireJobs } from "./schedule/fire-jobs.ts";
import { syncHeartbeat, textOfHeartbeat } from "./schedule/heartbeat.ts";
import type { ScheduleDeps } from "./schedule/deps.ts";
import { toEnvelope } from "./schedule/to-envelope.ts";
import type { InboxRow } from "../store/messages/inbox.ts";
import type { JobRun } from "../store/items/jobs.ts";
import type { Step } from "../store/turns/turns.ts";
import type { Repositories } from "../store/store.ts";

const BATCH = 100;

export type { Heartbeat, QuietUntil } from "./schedule/deps.ts";

/** Commits of these points may have changed jobs: ring the wakeup after them. */
export const CHANGES_JOBS: ReadonlySet<CommitPoint> = new Set([
  "change-job",
  "change-memory",
  "configure-place",
]);

/** The schedule. Only a channel that delivers what it runs may take runs from it. */
export interface Schedule {
  /**
   * Takes up what a former process left, where the store proves it dead, and creates the
   * heartbeat as the config says. Call it before the first `fire`.
   */
  start(): Promise<void>;
  /**
   * Says the reminders that are due, claims the jobs, and answers with their messages: deliver
   * them. What is not delivered is fired again by whoever comes next. Nothing is due while the time
   * is doubted.
   */
  fire(): Promise<readonly Envelope[]>;
  /** Makes a job due now, whatever its time is; false where there is none that could run. */
  run(id: JobId): Promise<boolean>;
  /** When there is something to fire again, in Unix milliseconds; undefined when nothing is planned. */
  nextDue(): Promise<number | undefined>;
  /** Rings when jobs were changed or have ended. */
  readonly wakeup: Wakeup;
}

/** Fires jobs; `wakeup` is rung by those who change them. */
export function createSchedule(deps: ScheduleDeps, wakeup: Wakeup = createWakeup()): Schedule {
  const { store, clock } = deps;
  return {
    wakeup,
    async start() {
      const [left] = await store.read.jobs.abandoned(Number.MAX_SAFE_INTEGER, 1);
      if (left && store.isExclusive)
        await store.commit("fire-jobs", (tx) => tx.jobs.voidRunLeases());
      await syncHeartbeat(deps);
      if (isDoubted(clock) || (await findMoves(store.read, clock.now())).length === 0) return;
      await store.commit("recover", (tx) => correctJobs(tx, clock.now()));
    },
    async fire() {
      const envelopes: Envelope[] = [];
      for (;;) {
        const isSettled = await settleJobs(deps);
        const claimed = isDoubted(clock) ? undefined : await fireJobs(deps);
        for (const one of claimed ?? []) {
          const envelope = await envelopeOf(one, deps);
          if (envelope) envelopes.push(envelope);
        }
        if (!claimed && !isSettled) return envelopes;
      }
    },
    async run(id) {
      const isDue = await store.commit("change-job", async (tx) => {
        const job = await tx.jobs.byId(id);
        if (!job || job.state === "cancelled") return false;
        await makeDue(tx, job, clock.now());
        return true;
      });
      wakeup.notify();
      return isDue;
    },
    async nextDue() {
      if (isDoubted(clock)) return undefined;
      const due = await store.read.jobs.nextDue();
      const [open] = await store.read.jobs.abandoned(clock.now() + CLAIM_MS, 1);
      const times = [due, open?.leaseUntil].filter((at) => at !== undefined);
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
}

/** The message of a run that was claimed; undefined when nothing is left to do at it. */
async function envelopeOf(claimed: ClaimedRun, deps: ScheduleDeps): Promise<Envelope | undefined> {
  const { store, clock } = deps;
  const { job, run } = claimed;
  const now = clock.now();
  const skip = async (result: string) => {
    await store.commit("settle-jobs", (tx) =>
      endRun(tx, run, { state: "skipped", result, at: now }),
    );
    return undefined;
  };
  const chat = await store.read.chats.byId(job.chat);
  if (!chat) return skip("its chat no longer exists");
  const heartbeat = await textOfHeartbeat(job, deps);
  if (heartbeat.type === "skip") return skip(heartbeat.reason);
  const text = heartbeat.type === "text" ? heartbeat.text : job.text;
  return toEnvelope(claimed, { chat, text, now, store });
}

/**
 * Stores what came of runs whose messages have their terminal state, and makes the jobs due
 * that waited for them. False when there was nothing to store.
 */
async function settleJobs({ store, clock }: ScheduleDeps): Promise<boolean> {
  const [ended] = await store.read.jobs.ended(1);
  if (!ended) return false;
  const now = clock.now();
  await store.commit("settle-jobs", async (tx) => {
    for (const run of await tx.jobs.ended(BATCH)) await endRun(tx, run, await endOf(tx, run, now));
  });
  return true;
}

async function endOf(tx: Repositories, run: JobRun, at: number): Promise<RunEnd> {
  const row = run.message === null ? undefined : await tx.inbox.byId(run.message);
  if (!row) return { state: "failed", result: "its message no longer exists", at };
  if (row.state !== "answered" && row.state !== "folded")
    return { state: "failed", result: reasonOf(row), at };
  const label = row.turn === null ? undefined : await tx.turns.labelOf(row.turn);
  const steps = row.turn === null ? [] : await tx.turns.steps(row.turn);
  const text = steps.findLast((step) => step.text.trim() !== "")?.text.trim() ?? "";
  const result = [text, toolsUsed(steps)].filter(Boolean).join("\n");
  return { state: "done", result, at, ...(label && { label }) };
}

/** Names the tools whose calls succeeded: the record, beside the words of the model. */
function toolsUsed(steps: readonly Pick<Step, "calls">[]): string {
  const calls = steps.flatMap((step) => step.calls);
  const names = new Set(
    calls.filter(({ result }) => result?.type === "value").map(({ tool }) => tool),
  );
  return names.size > 0 ? `[tools used: ${[...names].join(", ")}]` : "[no tool was used]";
}

function reasonOf({ state, reason }: InboxRow): string {
  return reason === null ? state : `${state}: ${reason}`;
}
