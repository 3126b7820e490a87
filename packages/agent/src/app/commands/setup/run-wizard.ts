import type { Choices, ModelChoices, SetupOptions } from "./choices.ts";
import { chooseModel, type CurrentModel } from "./choose-model.ts";
import type { Dialog } from "./dialog.ts";
import { testModel, type TestModelDeps } from "./test-model.ts";
import { describeDetectedModels, type DetectedModels } from "./detected-models.ts";
import { Fault } from "@reeve/sdk";
import { agentConfig } from "../../../core/config.ts";
import { findTimeZone } from "../../../llm/apis/offline/time-zone.ts";

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

type Owner = Pick<Choices, "ownerName" | "timeZone">;

/** Asks what to call the owner, and for the time zone: by its name or by a city in it. */
async function askOwner(dialog: Dialog, current: Owner): Promise<Owner> {
  dialog.say("");
  const ownerName = await askName(dialog, current.ownerName);
  return { ownerName, timeZone: await askTimeZone(dialog, current.timeZone) };
}

async function askName(dialog: Dialog, fallback: string): Promise<string> {
  for (;;) {
    const name = await dialog.ask({ text: "What should the agent call you?", fallback });
    if (agentConfig.shape.ownerName.safeParse(name).success) return name;
    dialog.complain(
      new Fault("invalid", "The name is too long.", { hint: "Choose a shorter one." }),
    );
  }
}

async function askTimeZone(dialog: Dialog, fallback: string): Promise<string> {
  for (;;) {
    const answer = await dialog.ask({ text: "Your time zone, or your city", fallback });
    const zone = findTimeZone(answer) ?? answer;
    if (agentConfig.shape.timeZone.safeParse(zone).success) return zone;
    dialog.complain(
      new Fault("invalid", `"${answer}" is not a known time zone.`, {
        hint: 'Type an IANA name, such as "Europe/Berlin", or a large city.',
      }),
    );
  }
}
