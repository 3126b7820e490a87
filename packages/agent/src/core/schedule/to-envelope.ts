import { parentsOf } from "../../domains/jobs.ts";
import { dueSince, isSettled, MISSED_MS } from "../../domains/schedule.ts";
import type { Envelope, ParentResult } from "../../kernel/envelope.ts";
import { audienceOf, isVisibleIn } from "../../kernel/label.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Store } from "../../store/store.ts";
import type { Job, JobRun } from "../../store/items/jobs.ts";
import { HEARTBEAT, runId } from "./fire-job.ts";

/** An answer that needs nobody's attention. */
const HEARTBEAT_OK = "HEARTBEAT_OK";

/** A run that this process has claimed; its message is still to be delivered. */
export interface ClaimedRun {
  readonly job: Job;
  readonly run: JobRun;
}

/**
 * The message with which a run begins, in the job's own chat, from the person who made it.
 * Its id names the run, so that a repeat of it is known.
 */
export async function toEnvelope(
  { job, run }: ClaimedRun,
  { chat, text, now, store }: EnvelopeOptions,
): Promise<Envelope> {
  const maker = await store.read.people.byId(job.maker);
  const isLate = now - dueSince(job.schedule, run.instant) > MISSED_MS;
  const results = await handedOn({ job, run }, chat, store);
  return {
    id: runId(job, run.instant),
    edit: 0,
    address: { channel: chat.channel, externalId: chat.externalId, kind: chat.kind },
    sender: { id: job.maker, name: maker?.name ?? "somebody" },
    text: job.call ? `${text}\n${job.call.name} ${JSON.stringify(job.call.params)}` : text,
    sentAt: now,
    scheduled: {
      job: job.id,
      instant: run.instant,
      label: job.label,
      ...(isLate && { isLate }),
      ...(job.call && { call: job.call }),
      ...(results.length > 0 && { results }),
      ...(job.id === HEARTBEAT && { silentWord: HEARTBEAT_OK }),
    },
  };
}

export interface EnvelopeOptions {
  readonly chat: Chat;
  readonly text: string;
  readonly now: number;
  readonly store: Store;
}

/** Returns the results of the jobs that it waited for, as far as everyone in its chat may see them. */
async function handedOn(
  { job }: ClaimedRun,
  chat: Chat,
  { read }: Store,
): Promise<readonly ParentResult[]> {
  const reader = { chat: chat.id, kind: chat.kind, uid: chat.uid, role: job.role };
  const parents = await parentsOf(read, job);
  return parents.flatMap(({ job: parent, run }): ParentResult[] => {
    if (!run || !isSettled(run)) return [];
    const label = run.label ?? { integrity: "owner", audience: audienceOf(reader) };
    const text = isVisibleIn(label.audience, reader) ? (run.result ?? "") : "";
    return [{ job: parent.id, state: run.state, text, label }];
  });
}
