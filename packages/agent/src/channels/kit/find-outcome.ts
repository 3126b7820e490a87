import { approvals } from "@reeve/operations/work/approvals";
import type { Control } from "../../core/control.ts";
import type { Address } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import { askAs } from "../../operations/ask.ts";
import type { Texts } from "../../platform/texts.ts";

/** A closed approval as its message shows it. */
export interface Outcome {
  readonly question: string;
  readonly mark: string;
}

/** Returns the outcome of an approval; undefined if it is still open. */
export async function findOutcome(
  approval: { readonly id: string; readonly by: Principal; readonly address: Address },
  control: Pick<Control, "receive">,
  { marks }: Texts["approvals"],
): Promise<Outcome | undefined> {
  const { id, by: person, address } = approval;
  const caller = { person, channel: address.channel, externalId: address.externalId };
  const { state, question } = await askAs(control, caller)(approvals.show, { id });
  if (state === "pending") return undefined;
  if (state === "expired") return { question, mark: marks.expired };
  return { question, mark: state === "cancelled" ? marks.refused : marks.allowed };
}
