import type { Choices, SetupOptions, ModelChoices } from "./choices.ts";
import { chooseModel, type CurrentModel } from "./choose-model.ts";
import { askOwner, type Owner } from "./ask-owner.ts";
import type { Dialog } from "./dialog.ts";
import { type TestModelDeps, testModel } from "./test-model.ts";
import { describeDetectedModels, type DetectedModels } from "./detected-models.ts";

export interface WizardDeps extends TestModelDeps {
  readonly given: SetupOptions;
  readonly found: DetectedModels;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly current: Owner & { readonly model: CurrentModel | undefined };
}

/** Asks everything that `reeve setup` needs to know. It writes nothing. */
export async function runWizard(dialog: Dialog, deps: WizardDeps): Promise<Choices> {
  dialog.say(describeDetectedModels(deps.found));
  const model = await findWorkingModel(dialog, deps);
  return { ...model, ...(await askOwner(dialog, deps.current)) };
}

async function findWorkingModel(dialog: Dialog, deps: WizardDeps): Promise<ModelChoices> {
  let { given } = deps;
  let current = deps.current.model;
  for (;;) {
    const choices = await chooseModel(dialog, { ...deps, given, current });
    if ((await testModel(dialog, choices, deps)) === "keep") return choices;
    given = {};
    current = choices;
  }
}
