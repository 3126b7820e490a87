import type { Choices, SetupOptions, ModelChoices } from "./choices.ts";
import { chooseModel, type CurrentModel } from "./choose-model.ts";
import { askOwner, type Owner } from "./ask-owner.ts";
import type { Dialog } from "./dialog.ts";
import { type ProofDeps, proveModel } from "./test-model.ts";
import { describeSurroundings, type Surroundings } from "./detected-models.ts";

export interface WizardDeps extends ProofDeps {
  readonly given: SetupOptions;
  readonly found: Surroundings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly current: Owner & { readonly model: CurrentModel | undefined };
}

/** Asks everything that `reeve setup` needs to know. It writes nothing. */
export async function runWizard(dialog: Dialog, deps: WizardDeps): Promise<Choices> {
  dialog.say(describeSurroundings(deps.found));
  const model = await findWorkingModel(dialog, deps);
  return { ...model, ...(await askOwner(dialog, deps.current)) };
}

async function findWorkingModel(dialog: Dialog, deps: WizardDeps): Promise<ModelChoices> {
  let { given } = deps;
  let current = deps.current.model;
  for (;;) {
    const choices = await chooseModel(dialog, { ...deps, given, current });
    if ((await proveModel(dialog, choices, deps)) === "keep") return choices;
    given = {};
    current = choices;
  }
}
