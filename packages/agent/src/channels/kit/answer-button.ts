import { isFault } from "@reeve/sdk";
import type { Control } from "../../core/control.ts";
import type { Inbox } from "../../core/inbox.ts";
import type { Address } from "../../kernel/envelope.ts";
import { toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { approvals } from "@reeve/operations/work/approvals";
import { plans } from "@reeve/operations/work/plans";
import { people } from "@reeve/operations/people/people";
import { askAs } from "../../operations/ask.ts";
import type { Texts } from "../../platform/texts.ts";
import type { ButtonPress } from "./button-data.ts";

/** Result of pressing a button. `ask`: ask the person what to change. */
export type ButtonResult = "noted" | "counted" | "alreadyDecided" | "ask";

export interface PressedButton {
  readonly press: ButtonPress;
  readonly by: Principal;
  /** Chat in which the button was pressed. */
  readonly address: Address;
}

/**
 * Carries out a button press for the person who pressed it. Throws a Fault if that is not possible.
 */
export async function answerButton(
  { press, by, address }: PressedButton,
  {
    inbox,
    control,
  }: { readonly inbox: Pick<Inbox, "decide">; readonly control: Pick<Control, "receive"> },
): Promise<ButtonResult> {
  const caller = { person: by, channel: address.channel, externalId: address.externalId };
  if (press.kind === "plan") {
    await askAs(control, caller)(plans.answer, { id: press.id, answer: press.verb });
    return "noted";
  }
  if (press.kind === "pair") {
    await askAs(control, caller)(people.pair, { code: press.id, answer: press.verb });
    return "noted";
  }
  if (press.verb === "edit") {
    const { state } = await askAs(control, caller)(approvals.show, { id: press.id });
    return state === "pending" ? "ask" : "alreadyDecided";
  }
  const decided = await inbox.decide({
    approval: toId<"approval">(press.id),
    verdict: press.verb,
    by,
    from: address,
  });
  const outcomes = { recorded: "noted", counted: "counted", "too-late": "alreadyDecided" } as const;
  return outcomes[decided];
}

/** Returns the text that tells the person about a Fault. Rethrows any other error. */
export function formatButtonFailure(error: unknown, { answers }: Texts["approvals"]): string {
  if (!isFault(error)) throw error;
  if (error.code === "denied") return answers.notAllowed;
  if (error.code === "conflict" || error.code === "missing") return answers.alreadyDecided;
  return error.message;
}
