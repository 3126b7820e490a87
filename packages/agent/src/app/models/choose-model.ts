import { type Clock, steadyClock } from "../../kernel/clock.ts";
import { createModelPool, type ModelSpec } from "../../llm/apis/model-pool.ts";
import { createOfflineModel } from "../../llm/apis/offline/offline-model.ts";
import { createBreaker } from "../../llm/breaker.ts";
import type { ModelsConfig } from "../../llm/config.ts";
import { degradeToText } from "../../llm/degrade-to-text.ts";
import { createFallback } from "../../llm/fallback.ts";
import type { Model } from "../../llm/model.ts";
import { withRetry } from "../../llm/retry.ts";
import { wait } from "../../llm/wait.ts";
import type { Log } from "../../platform/log.ts";
import { configuredModel, credentialsFile, detectModel, parseModelName } from "./detect-model.ts";

export interface ModelDeps {
  readonly config: Omit<ModelsConfig, "waitHours">;
  /** `agent.model`, to which the config's key and address belong. */
  readonly configured: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
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

/** Looks around: keys in the environment, then servers on this machine, then the built-in model. */
const AUTO = "auto";

/**
 * `provider/model`, a provider alone for its own choice, or `auto`. Each model is
 * tried again when it fails for a reason that passes, left alone while it is
 * down, and followed by the fallbacks of the config.
 * Rejects with `missing` or `denied` when there is no such model or no key for it.
 */
export function createChooseModel(deps: ModelDeps): ChooseModel {
  const { config, env, clock, log } = deps;
  const pool = createModelPool({ clock, keyFile: credentialsFile(env) });
  const breaker = createBreaker({ clock: steadyClock });
  const offline = createOfflineModel();

  const hardened = async (wanted: ModelSpec): Promise<Model> => {
    const model = await pool.get(wanted);
    const tried = withRetry(degradeToText(model, { log }), { wait, random: Math.random });
    return breaker.guard(tried, `${model.id} ${wanted.baseUrl ?? ""}`);
  };
  const choose = async (wanted: ModelSpec) => {
    const names = config.fallback.filter((name) => name !== offline.id);
    const others = await Promise.all(names.map((name) => hardened(parseModelName(name, env))));
    const alone = await hardened(wanted);
    return { alone, model: createFallback([alone, ...others], { log }) };
  };

  return async (name) => {
    if (name === offline.id) return { model: offline, description: describeOffline(offline) };
    if (name === AUTO) {
      const found = await detectModel(env);
      if (!found) return { model: offline, description: `${describeOffline(offline)}; ${NOTHING}` };
      const chosen = await choose(found.wanted);
      return { ...chosen, description: `${chosen.model.id}, ${found.reason}` };
    }
    const chosen = await choose(configuredModel(name, deps));
    return { ...chosen, description: chosen.model.id };
  };
}

const NOTHING = "no API key or model server found; connect one with: reeve setup";

function describeOffline({ id }: Model): string {
  return `${id}, built in, needs no key and no network`;
}
