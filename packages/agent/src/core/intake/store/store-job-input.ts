import { Fault } from "@reeve/sdk";
import type { Envelope, AutomatedInput } from "../../../kernel/envelope.ts";
import { toId } from "../../../kernel/ids.ts";
import { audienceOf, integrityOf, joinLabels } from "../../../kernel/label.ts";
import { lowerRole, type Principal } from "../../../kernel/principal.ts";
import type { Job, JobRun } from "../../../store/items/jobs.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import type { IntakeDeps } from "../deps.ts";
import type { Accepted } from "../accepted.ts";
import { admit, type Admission } from "../admit.ts";
import { resolveCreator } from "../resolve-creator.ts";
import { storeAutomatedInput } from "./store-automated-input.ts";

/**
 * Stores the message of a job's run in its place's queue, on behalf of who made the job: with the
 * lower of the roles that they had then and have now, trusted no more than the call that made it.
 * Nobody typed it, so it counts for no rate, steers into no turn and is not among what was said.
 */
export async function storeJobInput(
  tx: Repositories,
  { envelope, scheduled }: { readonly envelope: Envelope; readonly scheduled: AutomatedInput },
  deps: IntakeDeps,
): Promise<Accepted> {
  const job = await tx.jobs.byId(toId(scheduled.job));
  const run = job && (await tx.jobs.run(job.id, scheduled.instant));
  const chat = job && (await tx.chats.byId(job.chat));
  const maker = job && chat && (await resolveCreator(tx, job, { ...deps, chat }));
  if (!run || !maker)
    throw new Fault("missing", `Job ${scheduled.job} has no run at ${scheduled.instant}.`, {
      hint: "Only runs that the scheduler has claimed are delivered.",
    });
  const known = await tx.inbox.byMessage(chat.id, envelope.id, envelope.edit);
  if (known) return { type: "repeat", message: known.id };
  const author = { ...maker, role: lowerRole(maker.role, job.role) };
  const admission = await admitRun(tx, { envelope, author, job, run, chat });
  const now = deps.clock.now();
  const label = joinLabels([
    { integrity: integrityOf(author.role), audience: audienceOf({ ...chat, chat: chat.id }) },
    scheduled.label,
  ]);
  const stored = await storeAutomatedInput(
    tx,
    { envelope, scheduled, chat, author, label, admission, from: "Schedule" },
    { newId: deps.newId, now },
  );
  const { message } = stored.receipt;
  await tx.jobs.settleRun(job.id, run.instant, { state: "queued", message, at: now });
  return stored;
}

interface RequestedRun {
  readonly envelope: Envelope;
  readonly author: Principal;
  readonly job: Job;
  readonly run: JobRun;
  readonly chat: Chat;
}

async function admitRun(
  tx: Repositories,
  { envelope, author, job, run, chat }: RequestedRun,
): Promise<Admission> {
  if (job.state === "cancelled") return { type: "ignore", reason: "cancelled" };
  if (run.state !== "claimed") return { type: "ignore", reason: `it is ${run.state} already` };
  if (await tx.pauses.isPaused(chat.tenant, chat.id)) return { type: "ignore", reason: "paused" };
  return admit(envelope, author.role);
}
