import { endRun, type RunEnd } from "../../domains/jobs.ts";
import type { InboxRow } from "../../store/inbox.ts";
import type { JobRun } from "../../store/jobs.ts";
import type { Repositories } from "../../store/store.ts";
import type { ScheduleDeps } from "./deps.ts";

const BATCH = 100;

/**
 * Stores what came of runs whose messages have their terminal state, and makes the jobs due
 * that waited for them. False when there was nothing to store.
 */
export async function settleJobs({ store, clock }: ScheduleDeps): Promise<boolean> {
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
  if (!row) return { state: "failed", result: "its message is gone", at };
  if (row.state !== "answered" && row.state !== "folded")
    return { state: "failed", result: reasonOf(row), at };
  const label = row.turn === null ? undefined : await tx.turns.labelOf(row.turn);
  const steps = row.turn === null ? [] : await tx.turns.steps(row.turn);
  const text = steps.findLast((step) => step.text.trim() !== "")?.text.trim() ?? "";
  return { state: "done", result: text, at, ...(label && { label }) };
}

function reasonOf({ state, reason }: InboxRow): string {
  return reason === null ? state : `${state}: ${reason}`;
}
