import type { ChatId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Job, JobRun } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import { CLAIM_MS, fireJob } from "./fire-job.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { ScheduleDeps } from "./deps.ts";
import { postponeJob } from "./postpone-job.ts";

/** So many jobs are fired in one commit. */
const BATCH = 100;

/** A run that this process has claimed; its message is still to be delivered. */
export interface ClaimedRun {
  readonly job: Job;
  readonly run: JobRun;
}

/**
 * Fires what is due, the earliest first, and takes over runs whose process died before it
 * delivered them. Undefined when nothing was due; call it again until then.
 */
export async function fireJobs(deps: ScheduleDeps): Promise<readonly ClaimedRun[] | undefined> {
  const { store, clock } = deps;
  const now = clock.now();
  const [late] = await store.read.jobs.abandoned(now, 1);
  const due = await store.read.jobs.nextDue();
  if (!late && (due === undefined || due > now)) return undefined;

  const all = await attempt(fireBatch({ ...deps, now, limit: BATCH }));
  if (all.status === "fulfilled") return all.value;
  // One of them cannot be fired: each is fired alone, so that the others are not held up.
  const claimed: ClaimedRun[] = [];
  for (const job of await store.read.jobs.due(now, BATCH)) {
    const fired = await attempt(fireBatch({ ...deps, now, limit: 1 }));
    if (fired.status === "fulfilled") claimed.push(...fired.value);
    else await postponeJob(job, { ...deps, now, error: fired.reason });
  }
  return claimed;
}

interface BatchDeps extends ScheduleDeps {
  readonly now: number;
  readonly limit: number;
}

/** Fires jobs that are due, the earliest first, in one commit. */
async function fireBatch(deps: BatchDeps): Promise<readonly ClaimedRun[]> {
  const { store, events, outboxWakeup, now, limit } = deps;
  const claimed: ClaimedRun[] = [];
  const said: { chat: Chat; facts: readonly ChatEvent[] }[] = [];
  await store.commit("fire-jobs", async (tx) => {
    const chats = new Map<ChatId, Chat | undefined>();
    const chatOf = async (id: ChatId) => {
      if (!chats.has(id)) chats.set(id, await tx.chats.byId(id));
      return chats.get(id);
    };
    for (const run of await tx.jobs.abandoned(now, limit)) {
      const lease = { owner: deps.owner, leaseUntil: now + CLAIM_MS };
      const job = await tx.jobs.byId(run.job);
      if (job && (await tx.jobs.reclaim(run, lease))) claimed.push({ job, run });
    }
    const firing = {
      tx,
      now,
      chats: chatOf,
      said: (chat: Chat, facts: readonly ChatEvent[]) => void said.push({ chat, facts }),
      claimed: (job: Job, run: JobRun) => void claimed.push({ job, run }),
    };
    for (const job of await tx.jobs.due(now, limit)) await fireJob(firing, job, deps);
    await tx.jobs.endWatches(now);
  });
  for (const { chat, facts } of said) events.publish(chat, facts);
  if (said.length > 0) outboxWakeup.notify();
  return claimed;
}
