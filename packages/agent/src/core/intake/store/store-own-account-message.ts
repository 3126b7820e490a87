import { makeDue } from "../../../domains/jobs.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import { toId } from "../../../kernel/ids.ts";
import { audienceOf, integrityOf } from "../../../kernel/label.ts";
import type { Repositories } from "../../../store/store.ts";
import { appendEvents } from "../../events/append-events.ts";
import type { IntakeDeps } from "../deps.ts";
import type { Accepted } from "../accepted.ts";
import { resolvePerson, resolveChat } from "../resolve.ts";

/**
 * Stores what the agent's own account wrote, in the caller's transaction: it is never answered.
 * `[TASK:id]` makes the job of that id due now, once for each message, unless it has run, was
 * cancelled or belongs to another tenant.
 */
export async function storeOwnAccountMessage(
  tx: Repositories,
  envelope: Envelope,
  deps: Pick<IntakeDeps, "policy" | "newId" | "jobsWakeup"> & { readonly now: number },
): Promise<Accepted> {
  const { newId, now, jobsWakeup } = deps;
  const author = await resolvePerson(tx, envelope, deps);
  const { channel, externalId } = envelope.address;
  const chats = await tx.chats.byAddress(channel, externalId);
  const chat =
    chats.find(({ tenant }) => tenant === author.tenant) ??
    (await resolveChat(tx, envelope, { ...deps, author }));
  const known = await tx.inbox.byMessage(chat.id, envelope.id, envelope.edit);
  if (known) return { type: "repeat", message: known.id };
  const { id: messageId, edit, text, sender, sentAt } = envelope;
  const task = edit === 0 ? taskIn(envelope) : undefined;
  const fired = task !== undefined && (await fire(tx, task, { tenant: chat.tenant, now }));
  const reason = fired ? `runs ${task} now` : "written by the agent's own account";
  const message = toId<"inbox">(newId());
  await tx.inbox.add({
    id: message,
    chat: chat.id,
    messageId,
    edit,
    author: author.id,
    body: { kind: "message", text, name: sender.name, role: author.role, sentAt },
    label: {
      integrity: integrityOf(author.role),
      audience: audienceOf({ ...chat, chat: chat.id }),
    },
    state: "noted",
    reason,
    receivedAt: now,
  });
  const bodies = [{ type: "message-accepted", message, from: sender.name, text } as const];
  const facts = await appendEvents(tx, chat.id, { bodies, at: now });
  return {
    type: "new",
    chat,
    facts,
    interrupts: false,
    receipt: { message, outcome: "noted", reason },
    ...(fired && { afterwards: [() => jobsWakeup?.notify()] }),
  };
}

/** The job that a message names at its beginning; one that was passed on names none. */
function taskIn({ text, forwardedFrom }: Envelope): string | undefined {
  if (forwardedFrom !== undefined) return undefined;
  return /^\[TASK:([\w-]{1,100})\]/.exec(text.trim())?.[1];
}

async function fire(
  tx: Repositories,
  id: string,
  { tenant, now }: { readonly tenant: string; readonly now: number },
): Promise<boolean> {
  const job = await tx.jobs.byId(toId<"job">(id));
  if (job?.tenant !== tenant || job.state !== "active" || job.nextAt === null) return false;
  await makeDue(tx, job, now);
  return true;
}
