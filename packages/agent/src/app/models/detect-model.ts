import { homedir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { discoverLocal } from "../../llm/apis/discover-local.ts";
import type { ModelSpec } from "../../llm/apis/model-pool.ts";
import type { ModelsConfig } from "../../llm/config.ts";
import { findProvider, PROVIDERS } from "../../llm/providers.ts";
import { Secret } from "../../platform/secret.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A model that was found without being named. */
export interface FoundModel {
  readonly wanted: ModelSpec;
  /** How it was found, for people. */
  readonly reason: string;
}

/** A provider whose key stands in the environment. */
export interface FoundKey {
  readonly provider: string;
  /** The name of the variable. */
  readonly variable: string;
  readonly key: Secret;
}

/** The providers whose keys stand in the environment, in the order of the table. */
export function findKeys(env: Environment): readonly FoundKey[] {
  return Object.keys(PROVIDERS).flatMap((provider) => {
    const { key: variable } = findProvider(provider);
    const text = variable === undefined ? undefined : env[variable];
    return variable !== undefined && text ? [{ provider, variable, key: new Secret(text) }] : [];
  });
}

/** Looks for keys in the environment, then for servers on this machine. */
export async function detectModel(env: Environment): Promise<FoundModel | undefined> {
  const [found] = findKeys(env);
  if (found) {
    const { provider, variable, key } = found;
    return { wanted: { provider, key }, reason: `key from ${variable}` };
  }
  const [server] = await discoverLocal();
  if (!server) return undefined;
  const { baseUrl, models } = server;
  const wanted = { provider: "local", model: models[0], baseUrl };
  return { wanted, reason: `${server.name} on this machine` };
}

/** Takes `provider/model`, or a provider alone, apart; the key is the one of the environment. */
export function parseModelName(name: string, env: Environment): ModelSpec {
  const slash = name.indexOf("/");
  const provider = slash === -1 ? name : name.slice(0, slash);
  const model = slash === -1 ? undefined : name.slice(slash + 1);
  const { key } = findProvider(provider);
  const value = key === undefined ? undefined : env[key];
  return { provider, model, key: value ? new Secret(value) : undefined };
}

/** Settings by which names of models are resolved. */
export interface ModelSettings {
  readonly config: Omit<ModelsConfig, "waitHours">;
  /** `agent.model`: the key and the address of the config are its provider's. */
  readonly configured: string;
  readonly env: Environment;
}

/**
 * The model of a name. The key and the address of the config go to the provider that
 * they were given for, and to no other. Throws `missing` when there is no such
 * provider, `denied` when it wants a key and there is none.
 */
export function configuredModel(
  name: string,
  { config, configured, env }: ModelSettings,
): ModelSpec {
  const named = parseModelName(name, env);
  const isOwn = named.provider === providerOf(configured);
  const own = { ...named, baseUrl: config.baseUrl, key: config.apiKey ?? named.key };
  const { contextTokens } = config;
  const wanted: ModelSpec = isOwn
    ? { ...own, ...(name === configured && { contextTokens }) }
    : named;
  const variable = findProvider(wanted.provider).key;
  if (variable === undefined || wanted.key) return wanted;
  throw new Fault("denied", `No API key for ${wanted.provider}.`, {
    hint: `Set ${variable} in the environment, or run: reeve setup`,
  });
}

function providerOf(name: string): string {
  return name.split("/", 1)[0] ?? name;
}

/**
 * Returns the credentials file of the vendor's own program on this machine; it is read only if its
 * provider is named.
 */
export function credentialsFile(env: Environment): string {
  return path.join(env["HOME"] ?? homedir(), PROVIDERS["claude-code"].keyFile);
}
