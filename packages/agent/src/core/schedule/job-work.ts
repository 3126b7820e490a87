import { endRun, type RunEnd, wakeChildren } from "../../domains/jobs.ts";
import { firstInstant } from "../../domains/schedule.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import { isDoubted } from "../../kernel/clock.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Job, JobRun, JobSchedule } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Repositories } from "../../store/store.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { recordOf } from "../call-record.ts";
import type { Inbox } from "../inbox.ts";
import type { WorkKind } from "../../work/run-work.ts";
import { withRetries } from "../../work/with-retries.ts";
import type { ScheduleDeps } from "./deps.ts";
import { CLAIM_MS, fireJob } from "./fire-job.ts";
import { textOfHeartbeat } from "./heartbeat.ts";
import { type ClaimedRun, toEnvelope } from "./to-envelope.ts";

export interface JobWorkDeps extends ScheduleDeps {
  /** Rings when jobs were changed or have ended. */
  readonly wakeup: Wakeup;
  readonly inbox: Pick<Inbox, "deliver">;
}

/** Due jobs have the id of the job; runs are `<job>@<instant>`. */
export type JobItem =
  | { readonly type: "due"; readonly id: string; readonly job: Job }
  /** A claimed run whose claim is over: it has no message yet. */
  | { readonly type: "late"; readonly id: string; readonly run: JobRun }
  /** A queued run whose message was answered, or ended otherwise. */
  | { readonly type: "ended"; readonly id: string; readonly run: JobRun };

/** After so long it looks again, whoever forgot to ring. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Jobs: posts the reminders that are due, starts the others with a message, and stores how their runs
 * ended. Nothing is due while the time is doubted.
 */
export function jobWork(deps: JobWorkDeps): WorkKind<JobItem> {
  const { store, clock, wakeup } = deps;
  const { jobs } = store.read;
  return withRetries<JobItem>(
    {
      name: "job",
      wakeup,
      pollMs: LOOK_AGAIN_MS,
      async list({ now, limit }) {
        const { hasQueued, leaseUntil = Infinity, nextAt = Infinity } = await jobs.agenda();
        const until = isDoubted(clock) ? -Infinity : now;
        const ended = hasQueued ? await jobs.ended(limit) : [];
        const late = leaseUntil <= until ? await jobs.abandoned(now, limit) : [];
        const due = nextAt <= until ? await jobs.due(now, limit) : [];
        return [
          ...ended.map((run) => ({ type: "ended" as const, id: nameOf(run), run })),
          ...late.map((run) => ({ type: "late" as const, id: nameOf(run), run })),
          ...due.map((job) => ({ type: "due" as const, id: job.id, job })),
        ];
      },
      nextDue: () => nextDueOf(deps),
      async run(item) {
        if (item.type === "ended") await endOne(item.run, deps);
        else if (item.type === "late") await takeOver(item.run, deps);
        else await fireOne(item.job, deps);
      },
      async skip(tx, item, reason) {
        const now = clock.now();
        if (item.type === "due") await failDue(tx, item.job, { now, reason });
        else await endRun(tx, item.run, { state: "failed", result: reason, at: now });
      },
    },
    deps,
  );
}

function nameOf({ job, instant }: JobRun): string {
  return `${job}@${instant}`;
}

/** When a job becomes due or a claim ends, in Unix milliseconds; undefined if nothing is planned. */
export async function nextDueOf({
  store: { read },
  clock,
}: Pick<ScheduleDeps, "store" | "clock">): Promise<number | undefined> {
  if (isDoubted(clock)) return undefined;
  const { nextAt, leaseUntil } = await read.jobs.agenda();
  const times = [nextAt, leaseUntil].filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

async function fireOne({ id }: Job, deps: JobWorkDeps): Promise<void> {
  const { store, events, outboxWakeup, log } = deps;
  const now = deps.clock.now();
  const claimed: ClaimedRun[] = [];
  const said: { chat: Chat; facts: readonly ChatEvent[] }[] = [];
  await store.commit("fire-jobs", async (tx) => {
    const job = await tx.jobs.byId(id);
    const isDue = job?.state === "active" && job.nextAt !== null && job.nextAt <= now;
    if (isDue)
      await fireJob(
        {
          tx,
          now,
          said: (chat, facts) => void said.push({ chat, facts }),
          claimed: (one, run) => void claimed.push({ job: one, run }),
        },
        job,
        deps,
      );
    await tx.jobs.endWatches(now);
  });
  for (const { chat, facts } of said) events.publish(chat, facts);
  if (said.length > 0) outboxWakeup.notify();
  for (const one of claimed) {
    const begun = await attempt(begin(one, deps));
    // The run is taken over when its claim is over.
    if (begun.status === "rejected")
      log.error("failed to start a job", { job: id, error: begun.reason });
  }
}

/** Starts a run that was claimed and has no message, because its process died or failed. */
async function takeOver(run: JobRun, deps: JobWorkDeps): Promise<void> {
  const { store, clock, owner } = deps;
  const lease = { owner, leaseUntil: clock.now() + CLAIM_MS };
  const job = await store.commit("fire-jobs", async (tx) => {
    const found = await tx.jobs.byId(run.job);
    return found && (await tx.jobs.reclaim(run, lease)) ? found : undefined;
  });
  if (job) await begin({ job, run }, deps);
}

/** Delivers the message of a run, unless nothing is left to do for it. */
async function begin(claimed: ClaimedRun, deps: JobWorkDeps): Promise<void> {
  const { store, inbox } = deps;
  const { job, run } = claimed;
  const now = deps.clock.now();
  const skip = async (result: string) => {
    await store.commit("settle-jobs", (tx) =>
      endRun(tx, run, { state: "skipped", result, at: now }),
    );
  };
  const chat = await store.read.chats.byId(job.chat);
  if (!chat) return skip("its chat no longer exists");
  const heartbeat = await textOfHeartbeat(job, deps);
  if (heartbeat.type === "skip") return skip(heartbeat.reason);
  const text = heartbeat.type === "text" ? heartbeat.text : job.text;
  await inbox.deliver(await toEnvelope(claimed, { chat, text, now, store }));
}

/** Stores the outcome of a run whose message has ended, and wakes the jobs that waited for it. */
async function endOne(run: JobRun, { store, clock }: JobWorkDeps): Promise<void> {
  const at = clock.now();
  await store.commit("settle-jobs", async (tx) => endRun(tx, run, await endOf(tx, run, at)));
}

async function endOf(tx: Repositories, run: JobRun, at: number): Promise<RunEnd> {
  const row = run.message === null ? undefined : await tx.inbox.byId(run.message);
  if (!row) return { state: "failed", result: "its message no longer exists", at };
  if (row.state !== "answered" && row.state !== "folded")
    return { state: "failed", result: reasonOf(row), at };
  const label = row.turn === null ? undefined : await tx.turns.labelOf(row.turn);
  const steps = row.turn === null ? [] : await tx.turns.steps(row.turn);
  const text = steps.findLast((step) => step.text.trim() !== "")?.text.trim() ?? "";
  const calls = await decidedCalls(
    steps.flatMap((step) => step.calls),
    tx,
  );
  const { done, undone } = recordOf(calls, "en");
  // A job that is one call is done by that call alone.
  const isUndone = undone.length > 0 || (isCall(row) && done.length === 0);
  const result = [
    text,
    done.length > 0 ? `[tools used: ${done.join(", ")}]` : "[no tool was used]",
    ...undone.map((why) => `[not done: ${why}]`),
  ];
  return {
    state: isUndone ? "failed" : "done",
    result: result.filter(Boolean).join("\n"),
    at,
    ...(label && { label }),
  };
}

function isCall({ body }: InboxRow): boolean {
  return body.kind === "message" && body.scheduled?.call !== undefined;
}

/** Gives the calls that waited for an approval the outcome of that approval. */
async function decidedCalls(
  calls: readonly StoredCall[],
  tx: Repositories,
): Promise<readonly StoredCall[]> {
  const waited = calls.filter(({ result }) => result?.type === "pending").map(({ id }) => id);
  const approvals = new Map((await tx.approvals.ofCalls(waited)).map((one) => [one.call, one]));
  return calls.map((call) => {
    const state = approvals.get(call.id)?.state;
    if (state === undefined) return call;
    const result: ToolResult =
      state === "done"
        ? { type: "value", text: "" }
        : { type: "fault", code: "denied", text: `its approval is ${state}` };
    return { ...call, result };
  });
}

function reasonOf({ state, reason }: InboxRow): string {
  return reason === null ? state : `${state}: ${reason}`;
}

/** Gives up a job that could not be fired: a recurring one goes on with its next run, any other one is cancelled. */
async function failDue(
  tx: Repositories,
  { id, nextAt, schedule }: Job,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<void> {
  const next = nextRun(schedule, now);
  const isOver = next === undefined && schedule.type !== "watch";
  const moved = { nextAt: next ?? null, ...(isOver && { state: "cancelled" as const }) };
  if (!(await tx.jobs.move(id, nextAt, moved))) return;
  if (isOver) await tx.jobs.change(id, { why: `it could not be run: ${reason}` });
  await tx.jobs.addRun({
    job: id,
    instant: nextAt ?? now,
    state: "failed",
    message: null,
    result: reason,
    label: null,
    at: now,
    owner: null,
    leaseUntil: 0,
  });
  await wakeChildren(tx, id, now);
}

/** Undefined if there is none, or if the schedule itself is what breaks. */
function nextRun(schedule: JobSchedule, now: number): number | undefined {
  try {
    return firstInstant(schedule, now);
  } catch {
    return undefined;
  }
}
