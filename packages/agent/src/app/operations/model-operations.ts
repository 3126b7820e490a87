import { models } from "@reeve/operations/agent/models";
import type { NewId } from "../../kernel/ids.ts";
import { listModels, type ModelEntry } from "../../llm/catalog.ts";
import type { ModelSwitch } from "../../llm/model-switch.ts";
import { formatDollars } from "../../llm/parse-dollars.ts";
import { PROVIDERS } from "../../llm/providers.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { ChooseModel } from "../models/choose-model.ts";

export interface ModelDeps {
  /** Finds the model of the agent that answers in the caller's chat. */
  readonly modelOf: (caller: Caller) => Promise<ModelSwitch>;
  readonly choose: ChooseModel;
  /** Told of the model that no longer answers. */
  readonly replaced: (model: string) => void;
  readonly newId: NewId;
}

/** Models, and the one that answers. */
export function modelOperations({ modelOf, choose, replaced, newId }: ModelDeps): Implementation {
  return implement(
    models,
    {
      current: async (_input, caller) => ({ model: (await modelOf(caller)).id }),
      async list({ provider, ...page }) {
        const providers = Object.keys(PROVIDERS).filter((one) => (provider ?? one) === one);
        const found = (await Promise.all(providers.map(listModels))).flat().map(describe);
        return cutPage(found, page, ({ id }) => id);
      },
      async use({ name }, caller) {
        const model = await modelOf(caller);
        const chosen = await choose(name);
        const before = model.id;
        model.use(chosen.model);
        replaced(before);
        return { model: chosen.description };
      },
    },
    newId,
  );
}

function describe({ provider, id, price, ...facts }: ModelEntry) {
  return {
    id: `${provider}/${id}`,
    provider,
    ...facts,
    price: price
      ? { input: formatDollars(price.input), output: formatDollars(price.output) }
      : null,
  };
}
