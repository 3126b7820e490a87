import { endRun, parentsOf, wakeChildren } from "../../domains/jobs.ts";
import { isBriefing } from "../../domains/preferences.ts";
import {
  type DueRun,
  isFinished,
  checkParents,
  type Parent,
  planDue,
} from "../../domains/schedule.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Job, JobRun } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { publish } from "../events/publish.ts";
import { postInChat } from "../delivery/post-in-chat.ts";
import type { ScheduleDeps } from "./deps.ts";
import { reminderText } from "./reminder-text.ts";

/** How long a run that was claimed may stay without its message, before another process takes it. */
export const CLAIM_MS = 60_000;

/** Context of a firing in one commit. */
export interface Firing {
  readonly tx: Repositories;
  readonly now: number;
  /** Becomes a stored event of the chat with the commit. */
  readonly said: (chat: Chat, facts: readonly ChatEvent[]) => void;
  /** Is delivered as a message once the commit is done. */
  readonly claimed: (job: Job, run: JobRun) => void;
}

/**
 * Fires one job that is due: moves it on, by compare-and-set, and stores a run for each instant.
 * A reminder is said in the same commit; what has to be thought about is only claimed.
 */
export async function fireJob(firing: Firing, job: Job, deps: ScheduleDeps): Promise<void> {
  const { tx, now } = firing;
  const { nextAt } = job;
  if (nextAt === null) return;
  const chat = await tx.chats.byId(job.chat);
  if (!chat) {
    await tx.jobs.change(job.id, {
      state: "cancelled",
      nextAt: null,
      why: "its chat no longer exists",
    });
    return;
  }
  const parents = await parentsOf(tx, job);
  const verdict = checkParents(job, parents);
  if (verdict === "wait") {
    await tx.jobs.move(job.id, nextAt, { nextAt: null });
    return;
  }
  const plan = planDue(job, now);
  const quietUntil = await findQuietEnd(firing, { job, runs: plan.runs }, deps);
  if (quietUntil !== undefined) {
    await tx.jobs.move(job.id, nextAt, { nextAt: quietUntil });
    return;
  }
  const isMoved = await tx.jobs.move(job.id, nextAt, {
    nextAt: plan.nextAt,
    lastAt: now,
    state: plan.nextAt === null && isFinished(job, parents) ? "done" : "active",
  });
  if (!isMoved) return;
  for (const run of plan.runs) await fireRun(firing, { job, chat, run, verdict, parents }, deps);
  // Runs of a recurring job would be stored forever.
  if (plan.nextAt !== null) await tx.jobs.removeRuns(job.id, now - RETENTION_MS);
}

/** How long it is known what a job that runs again came to. */
const RETENTION_MS = 90 * 86_400_000;

/** Nobody asked for this moment: what was missed, what waited for a message, the heartbeat, the briefing. */
async function findQuietEnd(
  { tx, now }: Firing,
  { job, runs }: { readonly job: Job; readonly runs: readonly DueRun[] },
  { quietUntil }: ScheduleDeps,
): Promise<number | undefined> {
  const isUnasked =
    job.kind === "watch" ||
    job.id === HEARTBEAT ||
    isBriefing(job) ||
    runs.some(({ type }) => type === "late");
  if (!isUnasked || !quietUntil) return undefined;
  const until = await quietUntil(tx, { tenant: job.tenant, person: job.maker }, now);
  return until !== undefined && until > now ? until : undefined;
}

/** The one job of this id keeps the heartbeat. */
export const HEARTBEAT = "heartbeat";

interface FiredRun {
  readonly job: Job;
  readonly chat: Chat;
  readonly run: DueRun;
  readonly verdict: "run" | "skip";
  readonly parents: readonly Parent[];
}

async function fireRun(firing: Firing, fired: FiredRun, deps: ScheduleDeps): Promise<void> {
  const { tx, now } = firing;
  const { job, run } = fired;
  const { instant } = run;
  const row: JobRun = {
    job: job.id,
    instant,
    state: "claimed",
    message: null,
    result: null,
    label: null,
    at: now,
    owner: deps.owner,
    leaseUntil: now + CLAIM_MS,
  };
  // It ran already: another process had moved the job on to this instant again.
  if (!(await tx.jobs.addRun(row))) return;
  const skipped = reasonToSkip(fired);
  if (skipped !== undefined) {
    await endRun(tx, row, { state: "skipped", result: skipped, at: now });
    return;
  }
  await publishRun(firing, fired);
  if (job.kind === "agent" || job.kind === "tool") {
    firing.claimed(job, row);
    return;
  }
  await postReminder(firing, fired, deps);
  const state = run.type === "late" ? "late" : "done";
  await tx.jobs.settleRun(job.id, instant, { state, at: now });
  await wakeChildren(tx, job.id, now);
}

async function publishRun({ tx, now }: Firing, { job, chat, run }: FiredRun): Promise<void> {
  await publish(tx, async () => [
    {
      type: "schedule.fired",
      id: `schedule_${job.id}_${run.instant}_${now.toString(36)}`,
      tenant: job.tenant,
      chat,
      about: job.id,
      at: now,
      data: {
        job: job.id,
        kind: job.kind,
        due: new Date(run.instant).toISOString(),
        text: job.text,
      },
    },
  ]);
}

function reasonToSkip({ run, verdict, parents }: FiredRun): string | undefined {
  if (run.type === "missed") return "missed while the agent was off";
  if (verdict === "run") return undefined;
  return `a job that it waited for failed: ${parents.map(({ job }) => job.id).join(", ")}`;
}

async function postReminder(
  { tx, now, said }: Firing,
  { job, chat, run }: FiredRun,
  { newId, isPush, localeOf }: ScheduleDeps,
): Promise<void> {
  const text = reminderText(job, run, { now, ...(await localeOf(tx, chat)) });
  const facts = await postInChat(tx, chat, {
    id: runId(job, run.instant),
    cause: "reminder",
    about: job.id,
    reply: [{ type: "text", text }],
    at: now,
    newId,
    isPush,
  });
  said(chat, facts);
}

/**
 * Names a run wherever it has to be known again: its message, what it said. An instant comes again
 * after a clock was set back; the time of the job's creation moves then, which tells them apart.
 */
export function runId({ id, createdAt }: Pick<Job, "id" | "createdAt">, instant: number): string {
  return `job:${id}:${createdAt.toString(36)}@${instant}`;
}
