import { isFault } from "@reeve/sdk";
import { stripMention } from "../../core/commands.ts";
import type { Control } from "../../core/control.ts";
import type { Inbox } from "../../core/inbox.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { approvals, type ApprovalView } from "@reeve/operations/work/approvals";
import { askAs } from "../../operations/ask.ts";
import type { Author, PendingCorrections } from "./pending-corrections.ts";

export interface CorrectionDeps {
  readonly inbox: Pick<Inbox, "decide">;
  readonly control: Pick<Control, "receive">;
  readonly revisions: PendingCorrections;
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Name of the agent on this channel, without an @; undefined if it has none. */
  readonly username?: string | undefined;
}

/**
 * How a message relates to an approval whose sender was asked what to change. `taken`: the approval
 * has taken it, and it is not delivered as a message. `spoken`: it is delivered with `corrects`
 * set, because it must be transcribed first. `unwritten`: it is an ordinary message, and its sender
 * is told that a correction must be text. After `spoken` and `unwritten`, later messages no longer
 * correct the approval.
 */
export interface Correction {
  readonly type: "taken" | "spoken" | "unwritten";
  readonly approval: string;
  readonly by: Principal;
}

/**
 * Takes a message as a correction of an approval if it is one; returns undefined for an ordinary
 * message. It is ordinary if the approval is closed or its sender may not decide it. A command ends
 * the request for a correction. `position` as in `PendingCorrections`.
 */
export async function applyCorrection(
  envelope: Envelope,
  position: number,
  deps: CorrectionDeps,
): Promise<Correction | undefined> {
  const { address, sender, text, edit, isOverheard, forwardedFrom, replyTo, id, sentAt } = envelope;
  if (isOverheard || edit > 0) return undefined;
  const from = { externalId: address.externalId, user: sender.id };
  if (stripMention(text.trim(), deps.username).startsWith("/")) {
    await deps.revisions.drop(from);
    return undefined;
  }
  // Forwarded text was written by someone else, so it cannot be a correction.
  if (forwardedFrom !== undefined) return undefined;
  const isDirect = address.kind === "direct";
  const found = await deps.revisions.find(from, { id, position, sentAt, replyTo, isDirect });
  if (found.length === 0) return undefined;
  const by = await deps.resolveSender(sender);
  for (const { approval, isRepeat } of found) {
    if (isRepeat) return { type: "taken", approval, by };
    const type = await tryOn({ envelope, approval, by, from }, deps);
    if (type) return { type, approval, by };
    await deps.revisions.drop(from, approval);
  }
  return undefined;
}

interface Trial {
  readonly envelope: Envelope;
  readonly approval: string;
  readonly by: Principal;
  readonly from: Author;
}

/**
 * Tries a message on one approval. Returns undefined if the approval takes no correction from its
 * sender.
 */
async function tryOn(trial: Trial, deps: CorrectionDeps): Promise<Correction["type"] | undefined> {
  const { envelope, approval, from } = trial;
  const isWritten = !envelope.media && envelope.text.trim() !== "";
  if (!isWritten) {
    if ((await look(trial, deps))?.state !== "pending") return undefined;
    await deps.revisions.drop(from, approval);
    return isSpoken(envelope) ? "spoken" : "unwritten";
  }
  if (!(await revise(trial, deps))) return undefined;
  await deps.revisions.take(from, { approval, message: envelope.id });
  return "taken";
}

function isSpoken({ text, media = [] }: Envelope): boolean {
  const [voice, ...others] = media;
  return voice?.kind === "voice" && voice.file !== undefined && others.length === 0 && text === "";
}

/**
 * Records the message as the correction. Returns whether it is recorded, by now or since an earlier
 * attempt.
 */
async function revise(trial: Trial, deps: CorrectionDeps): Promise<boolean> {
  const { envelope, approval, by } = trial;
  const decision = {
    approval: toId<"approval">(approval),
    verdict: "revise",
    by,
    reason: envelope.text,
    from: envelope.address,
  } as const;
  const decided = await unlessRefused(deps.inbox.decide(decision));
  if (decided !== "too-late") return decided !== undefined;
  const shown = await look(trial, deps);
  return (
    shown?.state === "cancelled" && shown.decidedBy === by.id && shown.reason === envelope.text
  );
}

/** Returns the state of the approval; undefined if the sender may not see it. */
async function look(
  { envelope: { address }, approval, by }: Trial,
  { control }: CorrectionDeps,
): Promise<ApprovalView | undefined> {
  const caller = { person: by, channel: address.channel, externalId: address.externalId };
  return unlessRefused(askAs(control, caller)(approvals.show, { id: approval }));
}

async function unlessRefused<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  return promise.catch((error: unknown) => {
    if (!isFault(error) || (error.code !== "denied" && error.code !== "missing")) throw error;
    return undefined;
  });
}
