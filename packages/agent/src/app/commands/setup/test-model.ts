import type { Clock } from "../../../kernel/clock.ts";
import type { NewId } from "../../../kernel/ids.ts";
import { isRetryable } from "../../../llm/model-error.ts";
import { explainModelError } from "../../cli/explain-model-error.ts";
import { tryModel } from "../../models/try-model.ts";
import { chooseFrom } from "./choose-from.ts";
import { keyOf, type ModelChoices, OFFLINE } from "./choices.ts";
import { type Dialog, nothingChanged } from "./dialog.ts";

export interface TestModelDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  /** The credentials file of another program, for the provider that reads one. */
  readonly keyFile: string;
}

/**
 * Sends the model one tiny request and shows what comes of it. `keep` when it
 * answered, or the person takes it untested; `choose` to choose another one.
 */
export async function testModel(
  dialog: Dialog,
  { provider, model, baseUrl, key }: ModelChoices,
  deps: TestModelDeps,
): Promise<"keep" | "choose"> {
  if (provider === OFFLINE.provider) return "keep";
  const wanted = { provider, model, baseUrl, key: keyOf(key) };
  for (;;) {
    dialog.say(`\nTesting ${provider}/${model} …`);
    const error = await tryModel(wanted, { ...deps, signal: dialog.signal });
    if (dialog.signal.aborted) throw nothingChanged();
    if (!error) {
      dialog.say("It works.");
      return "keep";
    }
    dialog.complain(explainModelError(error, wanted));
    const next = await chooseFrom(dialog, {
      text: "1 try again, 2 choose another provider, key or model, 3 use it untested",
      fallback: isRetryable(error) ? "again" : "choose",
      names: ["again", "choose", "keep"],
    });
    if (next === "keep" || next === "choose") return next;
  }
}
