import { PROVIDERS, type Provider } from "../../llm/providers.ts";
import type { Model } from "../../llm/model.ts";
import type { ChooseModel, ChosenModel } from "./choose-model.ts";

/**
 * The model for summaries: the one that is named, else the small one of the chosen
 * model's provider, else the chosen one itself. Nobody follows it when it is down,
 * and the offline model sums nothing up: rules shorten the conversation then.
 */
export async function chooseUtility(
  { model, alone }: ChosenModel,
  { choose, name }: { choose: ChooseModel; name: string | undefined },
): Promise<Model | undefined> {
  if (name !== undefined) return (await choose(name)).alone;
  const small = smallModelOf(model.id);
  return alone && small !== undefined ? (await choose(small)).alone : alone;
}

/** `provider/model` of the small model beside the one with this id, where its provider has one. */
function smallModelOf(id: string): string | undefined {
  const providers: Readonly<Record<string, Provider>> = PROVIDERS;
  const [provider = ""] = id.split("/");
  const small = Object.hasOwn(providers, provider) ? providers[provider]?.utilityModel : undefined;
  return small && `${provider}/${small}`;
}
