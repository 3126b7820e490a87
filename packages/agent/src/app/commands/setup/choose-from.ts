import { Fault } from "@reeve/sdk";
import { suggestName } from "../../../kernel/text/suggest-name.ts";
import type { Dialog, Question } from "./dialog.ts";

export interface ListQuestion extends Question {
  /** Choices, by number from 1 or by name. */
  readonly names: readonly string[];
}

/** Asks until one of the names is chosen. */
export async function chooseFrom(dialog: Dialog, question: ListQuestion): Promise<string> {
  const { names } = question;
  for (;;) {
    const answer = await dialog.ask(question);
    const name = names[Number(answer) - 1] ?? names.find((known) => known === answer);
    if (name !== undefined) return name;
    const known = suggestName(answer, names);
    dialog.complain(
      new Fault("invalid", `"${answer}" is not in the list.`, {
        hint: known
          ? `Did you mean ${known}?`
          : `Type a number from 1 to ${names.length}, or a name.`,
      }),
    );
  }
}

/** Asks until the answer is yes or no. */
export async function confirm(
  dialog: Dialog,
  question: { readonly text: string; readonly fallback: "yes" | "no" },
): Promise<boolean> {
  for (;;) {
    const answer = (await dialog.ask(question)).toLowerCase();
    if (["y", "yes"].includes(answer)) return true;
    if (["n", "no"].includes(answer)) return false;
    dialog.complain(
      new Fault("invalid", `Expected yes or no, got "${answer}".`, { hint: "Type yes or no." }),
    );
  }
}
