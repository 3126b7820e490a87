import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { agentConfig } from "../../core/config.ts";
import { type ModelChoice, setup } from "@reeve/operations/agent/setup";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import { discoverLocal } from "../../llm/apis/discover-local.ts";
import { listServedModels } from "../../llm/apis/list-served-models.ts";
import { listModels } from "../../llm/catalog.ts";
import { findProvider, PROVIDERS, resolveModelName } from "../../llm/providers.ts";
import { type ConfigInputs, loadConfig } from "../../platform/config.ts";
import type { SerialQueue } from "../../platform/serial-queue.ts";
import { Secret } from "../../platform/secret.ts";
import { type KeyChoice, keyOf, type ModelChoices, OFFLINE } from "../commands/setup/choices.ts";
import type { CurrentModel } from "../commands/setup/choose-model.ts";
import { currentModel } from "../commands/setup/current-model.ts";
import { writeChoices } from "../commands/setup/write-choices.ts";
import { type Config, configSchema } from "../config-schema.ts";
import { explainModelError } from "../cli/explain-model-error.ts";
import { credentialsFile, findKeys } from "../models/detect-model.ts";
import { tryModel } from "../models/try-model.ts";

export interface SetupDeps {
  readonly inputs: ConfigInputs;
  /** Everything that changes the file goes through it. */
  readonly inOrder: SerialQueue;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** How long a provider may take to list its models, or to answer a word. */
const LIST_MS = 5_000;
const TRY_MS = 60_000;

/** The first settings: a model that answers, and the owner. They need no agent. */
export function setupOperations(deps: SetupDeps): Implementation {
  const { inputs, inOrder, newId } = deps;
  const read = async () => (await loadConfig(configSchema, inputs)).config;
  return implement(
    setup,
    {
      show: async () => describeSetup(await read(), inputs.env),
      async models({ provider, baseUrl, key }) {
        const entry = findProvider(provider);
        if (entry.model !== undefined)
          return { models: (await listModels(provider)).map(({ id }) => id) };
        const choice = chooseKey({ provider, baseUrl, key }, { ...inputs, config: await read() });
        const signal = AbortSignal.timeout(LIST_MS);
        const server = { baseUrl: baseUrl ?? entry.baseUrl, key: keyOf(choice), signal };
        return { models: await listServedModels(server) };
      },
      try: async (wanted) => prove(toChoices(wanted, { ...inputs, config: await read() }), deps),
      apply: ({ ownerName, timeZone, ...wanted }) =>
        inOrder(async () => {
          const { ownerName: name, timeZone: zone } = agentConfig.shape;
          check(name, ownerName, "ownerName");
          check(zone, timeZone, "timeZone");
          const config = await read();
          await writeChoices(inputs.file, {
            ...toChoices(wanted, { ...inputs, config }),
            ownerName: ownerName ?? config.agent.ownerName,
            timeZone: timeZone ?? config.agent.timeZone,
          });
          return describeSetup(await read(), inputs.env);
        }),
    },
    newId,
  );
}

/** Throws `invalid` for a value that the settings would not take. */
function check(schema: z.ZodType, value: unknown, field: string): void {
  if (value === undefined) return;
  const { error } = schema.safeParse(value);
  if (error) throw new Fault("invalid", `${field}: ${z.prettifyError(error)}`);
}

async function describeSetup(config: Config, env: ConfigInputs["env"]) {
  const current = currentModel(config);
  const { ownerName, timeZone } = config.agent;
  return {
    isSetUp: current !== undefined,
    provider: current?.provider ?? null,
    model: current?.model ?? null,
    baseUrl: current?.baseUrl ?? null,
    hasKey: current !== undefined && current.key.from !== "nowhere",
    ownerName,
    timeZone,
    keys: findKeys(env).map(({ provider, variable }) => ({ provider, variable })),
    servers: await discoverLocal(),
    providers: [
      { name: OFFLINE.provider, needsKey: false, model: OFFLINE.model, note: null },
      ...Object.keys(PROVIDERS).map((name) => {
        const { key, model: own, note } = findProvider(name);
        return { name, needsKey: key !== undefined, model: own ?? null, note: note ?? null };
      }),
    ],
  };
}

interface KeySettings {
  readonly config: Config;
  readonly env: ConfigInputs["env"];
}

function toChoices({ model: name, ...wanted }: ModelChoice, settings: KeySettings): ModelChoices {
  const { provider, baseUrl } = wanted;
  if (provider === OFFLINE.provider)
    return { ...OFFLINE, baseUrl: undefined, key: { from: "nowhere" } };
  const entry = findProvider(provider);
  const key = chooseKey(wanted, settings);
  if (entry.key !== undefined && key.from === "nowhere")
    throw new Fault("denied", `No API key for ${provider}.`, {
      hint: `Send one as \`key\`, or set ${entry.key} in the agent's environment.`,
    });
  return { provider, model: resolveModelName(entry, name), baseUrl, key };
}

/** A key that is there already goes to the provider and the address that it was given for, and nowhere else. */
function chooseKey(
  { provider, baseUrl, key }: Omit<ModelChoice, "model">,
  { config, env }: KeySettings,
): KeyChoice {
  if (key !== undefined) return { from: "person", key: new Secret(key) };
  const current: CurrentModel | undefined = currentModel(config);
  const isSame = current?.provider === provider && current.baseUrl === baseUrl;
  if (isSame && current.key.from !== "nowhere") return current.key;
  const found = findKeys(env).find((one) => one.provider === provider);
  if (!found || baseUrl !== undefined) return { from: "nowhere" };
  return { from: "environment", key: found.key, variable: found.variable };
}

async function prove(choices: ModelChoices, { inputs, clock, newId }: SetupDeps) {
  const { provider, model: name, baseUrl, key } = choices;
  if (provider === OFFLINE.provider) return { works: true };
  const wanted = { provider, model: name, baseUrl, key: keyOf(key) };
  const signal = AbortSignal.timeout(TRY_MS);
  const keyFile = credentialsFile(inputs.env);
  const error = await tryModel(wanted, { clock, newId, keyFile, signal });
  if (!error) return { works: true };
  const { message, hint } = explainModelError(error, wanted);
  return { works: false, message, hint: hint ?? null };
}
