import { approvals } from "@reeve/operations/work/approvals";
import type { Control } from "../../core/control.ts";
import type { Address } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import { askAs } from "../../operations/ask.ts";
import type { Texts } from "../../platform/texts.ts";

/** A closed approval as its message shows it. */
export interface Outcome {
  /** Text in place of the question, or below it. */
  readonly text: string;
  /** The question; undefined if the text takes its place. */
  readonly question?: string | undefined;
}

/** Returns the outcome of an approval; undefined while it is open. The result of its call is a part of its own. */
export async function findOutcome(
  approval: { readonly id: string; readonly by: Principal; readonly address: Address },
  control: Pick<Control, "receive">,
  { marks }: Texts["approvals"],
): Promise<Outcome | undefined> {
  const { id, by: person, address } = approval;
  const caller = { person, channel: address.channel, externalId: address.externalId };
  const { state, question, outcome } = await askAs(control, caller)(approvals.show, { id });
  if (outcome !== undefined) return { text: outcome };
  return state === "pending" ? undefined : { text: marks.allowed, question };
}
