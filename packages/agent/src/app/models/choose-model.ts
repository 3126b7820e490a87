import { Fault } from "@reeve/sdk";
import { type Clock, steadyClock } from "../../kernel/clock.ts";
import { parsePrice } from "../../llm/parse-price.ts";
import { createModelPool, type ModelSpec } from "../../llm/apis/model-pool.ts";
import { createOfflineModel } from "../../llm/apis/offline/offline-model.ts";
import { createBreaker } from "../../llm/breaker.ts";
import type { ModelsConfig } from "../../llm/config.ts";
import { degradeToText } from "../../llm/degrade-to-text.ts";
import { createFallback } from "../../llm/fallback.ts";
import type { Model } from "../../llm/model.ts";
import { createModelSwitch } from "../../llm/model-switch.ts";
import { createPendingModel } from "../../llm/pending-model.ts";
import { withRetry } from "../../llm/retry.ts";
import { wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { FoundModelFile, RememberedModel } from "./found-model-file.ts";
import { configuredModel, credentialsFile, detectModel, parseModelName } from "./detect-model.ts";

export interface ModelDeps {
  readonly config: Omit<ModelsConfig, "waitHours">;
  /** `agent.model`, to which the config's key and address belong. */
  readonly configured: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** The model that `auto` found last. Without it, the offline model answers where nothing is found. */
  readonly remembered?: Pick<FoundModelFile, "read"> & Partial<FoundModelFile>;
  /** Looks around for a model. */
  readonly detect?: typeof detectModel;
}

export interface ChosenModel {
  readonly model: Model;
  /** The same without anybody to follow it when it is down; undefined for the offline model. */
  readonly alone?: Model;
  /** Description of the model for people. */
  readonly description: string;
}

/** Makes models out of their names. */
export type ChooseModel = (name: string) => Promise<ChosenModel>;

/**
 * Looks around: keys in the environment, then servers on this machine, then the model that was found
 * last, which is only away. The built-in model answers in a home that never had another.
 */
const AUTO = "auto";

/**
 * `provider/model`, a provider alone for its own choice, or `auto`. Each model is
 * tried again when it fails for a reason that passes, left alone while it is
 * down, and followed by the fallbacks of the config.
 * Rejects with `missing` or `denied` when there is no such model or no key for it.
 */
export function createChooseModel(deps: ModelDeps): ChooseModel {
  const { config, env, clock, log, remembered, detect = detectModel } = deps;
  const prices = new Map(
    Object.entries(config.prices).map(([name, price]) => [name, parsePrice(price)]),
  );
  const pool = createModelPool({ clock, keyFile: credentialsFile(env), prices });
  const breaker = createBreaker({ clock: steadyClock });
  const offline = createOfflineModel();

  const hardened = async (wanted: ModelSpec): Promise<Model> => {
    const model = await pool.get(wanted);
    const tried = withRetry(degradeToText(model, { log }), { wait, random: Math.random });
    return breaker.guard(tried, `${model.id} ${wanted.baseUrl ?? ""}`);
  };
  const followed = async (alone: Model) => {
    const names = config.fallback.filter((name) => name !== offline.id);
    const others = await Promise.all(names.map((name) => hardened(parseModelName(name, env))));
    return { alone, model: createFallback([alone, ...others], { log }) };
  };
  const choose = async (wanted: ModelSpec) => followed(await hardened(wanted));
  const awaited = (last: RememberedModel): Model => {
    const open = async () => {
      const found = await detect(env);
      // Without its key it says itself what is missing.
      if (found || last.provider !== LOCAL) return hardened(found?.wanted ?? last);
      throw new Fault("unavailable", `Cannot reach ${last.baseUrl ?? last.provider}.`, {
        hint: "Start the model server.",
      });
    };
    const pending = createPendingModel(`${last.provider}/${last.model}`, {
      open,
      onOpen: (opened) => current.use(opened),
    });
    const current = createModelSwitch(pending);
    return current;
  };

  return async (name) => {
    if (name === offline.id) return { model: offline, description: describeOffline(offline) };
    if (name === AUTO) {
      const found = await detect(env);
      const last = remembered?.read();
      if (!found && last) {
        const chosen = await followed(awaited(last));
        return { ...chosen, description: `${chosen.model.id}, ${AWAY}` };
      }
      if (!found) return { model: offline, description: `${describeOffline(offline)}; ${NOTHING}` };
      const chosen = await choose(found.wanted);
      const { provider, baseUrl } = found.wanted;
      const model = chosen.model.id.slice(provider.length + 1);
      remembered?.write?.({ provider, model, baseUrl });
      return { ...chosen, description: `${chosen.model.id}, ${found.reason}` };
    }
    const chosen = await choose(configuredModel(name, deps));
    return { ...chosen, description: chosen.model.id };
  };
}

const LOCAL = "local";

const AWAY = "found earlier and unavailable now: messages wait for it";

const NOTHING = "no API key or model server found; connect one with: reeve setup";

function describeOffline({ id }: Model): string {
  return `${id}, built in, needs no key and no network`;
}
