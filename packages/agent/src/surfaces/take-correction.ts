import { isFault } from "@reeve/sdk";
import type { Inbox } from "../core/inbox.ts";
import type { Envelope } from "../kernel/envelope.ts";
import { toId } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";
import type { QuestionTexts } from "./question-texts.ts";
import type { Revisions } from "./revisions.ts";

export interface CorrectionParts {
  readonly inbox: Pick<Inbox, "decide">;
  readonly revisions: Revisions;
  readonly knowSender: (sender: Envelope["sender"]) => Promise<Principal>;
}

/** A message that was the correction of a question. */
export interface Correction {
  /** The question that it corrected, or should have. */
  readonly approval: string;
  readonly by: Principal;
  /** What its sender is told of it; undefined where there is nothing to tell. */
  problem(texts: QuestionTexts): string | undefined;
}

/**
 * Takes a message as what is to be changed about a question, where that is what its sender
 * was asked for; undefined for an ordinary one. `position` as `Revisions` wants it.
 */
export async function takeCorrection(
  envelope: Envelope,
  position: number,
  { inbox, revisions, knowSender }: CorrectionParts,
): Promise<Correction | undefined> {
  const { address, sender, text, edit, isOverheard, media } = envelope;
  if (isOverheard || edit > 0 || media || text === "" || text.startsWith("/")) return undefined;
  const author = { chat: address.chat, user: sender.id };
  const revision = await revisions.find(author, { id: envelope.id, position });
  if (!revision) return undefined;
  const { approval } = revision;
  const by = await knowSender(sender);
  const decision = {
    approval: toId<"approval">(approval),
    verdict: "revise",
    by,
    reason: text,
    from: address,
  } as const;
  const [decided] = await Promise.allSettled([inbox.decide(decision)]);
  if (decided?.status === "fulfilled") {
    const isLate = decided.value === "too-late" && !revision.isRepeat;
    return { approval, by, problem: ({ alreadyDecided }) => (isLate ? alreadyDecided : undefined) };
  }
  const error: unknown = decided?.reason;
  if (!isFault(error)) throw error;
  return {
    approval,
    by,
    problem: ({ notAllowed }) => (error.code === "denied" ? notAllowed : error.message),
  };
}
