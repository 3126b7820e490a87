import { homedir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../kernel/clock.ts";
import { discoverLocal } from "../llm/apis/discover-local.ts";
import { createModelPool, type WantedModel } from "../llm/apis/model-pool.ts";
import { createOfflineModel } from "../llm/apis/offline/offline-model.ts";
import { createBreaker } from "../llm/breaker.ts";
import type { ModelsConfig } from "../llm/config.ts";
import { degradeToText } from "../llm/degrade-to-text.ts";
import { createFallback } from "../llm/fallback.ts";
import type { Model } from "../llm/model.ts";
import { findProvider, PROVIDERS } from "../llm/providers.ts";
import { withRetry } from "../llm/retry.ts";
import { wait } from "../llm/wait.ts";
import type { Log } from "../platform/log.ts";
import { Secret } from "../platform/secret.ts";

export interface ModelParts {
  readonly config: ModelsConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ChosenModel {
  readonly model: Model;
  /** What people are told about it. */
  readonly description: string;
}

/** Makes models out of their names. */
export type ChooseModel = (name: string) => Promise<ChosenModel>;

/** Looks around: keys in the environment, then servers on this machine, then the built-in model. */
const AUTO = "auto";

/**
 * `provider/model`, a provider alone for its own choice, or `auto`. Each model is
 * tried again when it fails for a reason that passes, left alone while it is
 * down, and followed by the fallbacks of the config; the offline model is the last.
 * Rejects with `missing` or `invalid` when there is no such model or no key for it.
 */
export function createChooseModel(parts: ModelParts): ChooseModel {
  const { config, env, clock, log } = parts;
  const pool = createModelPool({ clock, keyFile: credentialsFile(env) });
  const breaker = createBreaker({ clock });
  const offline = createOfflineModel();

  const hardened = async (wanted: WantedModel): Promise<Model> => {
    const model = await pool.get(wanted);
    const tried = withRetry(degradeToText(model, { log }), { wait, random: Math.random });
    return breaker.guard(tried, `${model.id} ${wanted.baseUrl ?? ""}`);
  };
  const chained = async (wanted: WantedModel): Promise<Model> => {
    const names = config.fallback.filter((name) => name !== offline.id);
    const others = await Promise.all(names.map((name) => hardened(wantedOf(name, env))));
    return createFallback([await hardened(wanted), ...others, offline], { log });
  };

  return async (name) => {
    if (name === offline.id) return { model: offline, description: describeOffline(offline) };
    if (name === AUTO) {
      const found = await lookAround(env);
      if (!found) return { model: offline, description: describeOffline(offline) };
      const model = await chained(found.wanted);
      return { model, description: `${model.id}, ${found.reason}` };
    }
    const { apiKey, baseUrl } = config;
    const named = wantedOf(name, env);
    const wanted = { ...named, baseUrl, key: apiKey ?? named.key };
    assertKey(wanted);
    const model = await chained(wanted);
    return { model, description: model.id };
  };
}

/** Of a local install of the vendor's own program; read only when its provider is named. */
function credentialsFile(env: ModelParts["env"]): string {
  return path.join(env["HOME"] ?? homedir(), PROVIDERS["claude-code"].keyFile);
}

function describeOffline({ id }: Model): string {
  return `${id}, built in: no key, no network`;
}

function wantedOf(name: string, env: ModelParts["env"]): WantedModel {
  const slash = name.indexOf("/");
  const provider = slash === -1 ? name : name.slice(0, slash);
  const model = slash === -1 ? undefined : name.slice(slash + 1);
  const { key } = findProvider(provider);
  const value = key === undefined ? undefined : env[key];
  return { provider, model, key: value ? new Secret(value) : undefined };
}

function assertKey({ provider, key }: WantedModel): void {
  const name = findProvider(provider).key;
  if (name === undefined || key) return;
  throw new Fault("denied", `There is no key for ${provider}.`, {
    hint: `Set ${name} in the environment, or run: reeve config set models.apiKey`,
  });
}

interface Found {
  readonly wanted: WantedModel;
  readonly reason: string;
}

async function lookAround(env: ModelParts["env"]): Promise<Found | undefined> {
  for (const [provider, entry] of Object.entries(PROVIDERS)) {
    const name = "key" in entry ? entry.key : undefined;
    const key = name === undefined ? undefined : env[name];
    if (name !== undefined && key)
      return { wanted: { provider, key: new Secret(key) }, reason: `key from ${name}` };
  }
  const [server] = await discoverLocal();
  if (!server) return undefined;
  const { baseUrl, models } = server;
  const wanted = { provider: "local", model: models[0], baseUrl };
  return { wanted, reason: `${server.name} on this machine` };
}
