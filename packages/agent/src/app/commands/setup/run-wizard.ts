import type { Choices, Given, ModelChoices } from "./choices.ts";
import { chooseModel, type CurrentModel } from "./choose-model.ts";
import { askOwner, type Owner } from "./ask-owner.ts";
import type { Dialog } from "./dialog.ts";
import { type ProofParts, proveModel } from "./prove-model.ts";
import { describeSurroundings, type Surroundings } from "./surroundings.ts";

export interface WizardParts extends ProofParts {
  readonly given: Given;
  readonly found: Surroundings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly current: Owner & { readonly model: CurrentModel | undefined };
}

/** Asks everything that `reeve setup` needs to know. It writes nothing. */
export async function runWizard(dialog: Dialog, parts: WizardParts): Promise<Choices> {
  dialog.say(describeSurroundings(parts.found));
  const model = await findWorkingModel(dialog, parts);
  return { ...model, ...(await askOwner(dialog, parts.current)) };
}

async function findWorkingModel(dialog: Dialog, parts: WizardParts): Promise<ModelChoices> {
  let { given } = parts;
  let current = parts.current.model;
  for (;;) {
    const choices = await chooseModel(dialog, { ...parts, given, current });
    if ((await proveModel(dialog, choices, parts)) === "keep") return choices;
    given = {};
    current = choices;
  }
}
