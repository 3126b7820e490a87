import type { Inbox, Receipt } from "../../core/inbox.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Texts } from "../../platform/texts.ts";
import { applyCorrection, type Correction, type CorrectionDeps } from "./apply-correction.ts";

export interface ReceiveMessageDeps extends CorrectionDeps {
  readonly inbox: Pick<Inbox, "decide" | "deliver">;
  /** Returns the message that this one replies to, if the envelope does not have it. */
  readonly quoteOf?: (envelope: Envelope) => Promise<Envelope["quote"]>;
  /** Called when the message was taken as the correction of an approval. */
  readonly onCorrected: (correction: Correction) => Promise<void>;
  /** Returns the channel's built-in texts in the language of the sender. */
  readonly textsOf: (envelope: Envelope) => Texts | Promise<Texts>;
  /** Posts a line to the sender. The post may be lost. */
  readonly reply: (text: string) => Promise<void>;
}

/**
 * Takes in a message of a person: as the correction of an approval, or as a message. Resolves once that is
 * stored. Returns the receipt of a message. `position` as in `PendingCorrections`.
 */
export async function receiveMessage(
  envelope: Envelope,
  position: number,
  deps: ReceiveMessageDeps,
): Promise<Receipt | undefined> {
  const correction = await applyCorrection(envelope, position, deps);
  if (correction?.type === "taken") {
    await deps.onCorrected(correction);
    return undefined;
  }
  const quote = await deps.quoteOf?.(envelope);
  const receipt = await deps.inbox.deliver({
    ...envelope,
    ...(correction?.type === "spoken" && { corrects: correction.approval }),
    ...(quote && { quote }),
  });
  if (correction?.type === "unwritten") {
    const { unwritten, buttons } = (await deps.textsOf(envelope)).approvals;
    await deps.reply(unwritten({ edit: buttons.edit }));
  }
  return receipt;
}
