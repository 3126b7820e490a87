import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { Fault } from "@reeve/sdk";
import { discoverLocal } from "../../llm/apis/discover-local.ts";
import { findProvider } from "../../llm/providers.ts";
import { formatSource } from "../../platform/config-source.ts";
import { loadConfig } from "../../platform/config.ts";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "../cli/command.ts";
import { configSchema } from "../config-schema.ts";
import { credentialsFile, findKeys } from "../models/detect-model.ts";
import { refuseFile } from "../open-home.ts";
import { type Choices, OFFLINE } from "./setup/choices.ts";
import { currentModel } from "./setup/current-model.ts";
import { confirm } from "./setup/choose-from.ts";
import { nothingChanged, openDialog, openUnattended } from "./setup/dialog.ts";
import { runWizard } from "./setup/run-wizard.ts";
import { setUpTelegram } from "./setup/set-up-telegram.ts";
import { WRITTEN, writeChoices } from "./setup/write-choices.ts";

const OPTIONS = {
  provider: { type: "string" },
  model: { type: "string" },
  "base-url": { type: "string" },
  "key-env": { type: "string" },
  yes: { type: "boolean", default: false },
} as const;

/**
 * `reeve setup`: asks for provider, key, model, owner and time zone, tries the
 * model, and writes the settings file at the end; until then nothing is changed.
 * Answers may come from a pipe, one a line. `--yes` takes every default.
 * `reeve setup telegram` asks for a bot's token and the owner's id there.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  const [channel] = positionals;
  if (channel !== undefined && channel !== "telegram")
    throw new Fault("invalid", `Unknown command: reeve setup ${channel}`, {
      hint: "Use `reeve setup` or `reeve setup telegram`.",
    });
  const given = { ...values, baseUrl: values["base-url"], keyEnv: values["key-env"] };
  if (given.provider !== undefined && given.provider !== OFFLINE.provider)
    findProvider(given.provider);

  const home = resolveHome(context.env, homedir());
  await refuseFile(home);
  const { env, flags } = context;
  const { config } = await loadConfig(configSchema, { file: home.config, env, flags });
  using dialog = values.yes ? openUnattended(context) : openDialog(context);
  if (channel === "telegram") {
    await setUpTelegram(dialog, { file: home.config, current: config.channels.telegramBot });
    return 0;
  }
  const choices = await runWizard(dialog, {
    given,
    found: { keys: findKeys(env), servers: await discoverLocal() },
    env,
    current: { ...config.agent, model: currentModel(config) },
    clock: systemClock,
    newId,
    keyFile: credentialsFile(env),
  });

  const text = `Save this to ${home.config}?`;
  dialog.say(["", ...summary(choices)].join("\n"));
  if (!(await confirm(dialog, { text, fallback: "yes" })) || dialog.signal.aborted)
    throw nothingChanged();
  await writeChoices(home.config, choices);
  dialog.say(`Saved to ${home.config}.`);
  for (const warning of await findOverrides(home.config, context)) dialog.say(warning);
  dialog.say(
    "To start chatting, run: reeve chat. To add Telegram, run: reeve setup telegram. A running agent applies the changes when it restarts.",
  );
  return 0;
}

function summary({ provider, model, baseUrl, key, ownerName, timeZone }: Choices): string[] {
  const keys = {
    nowhere: "none",
    settings: "unchanged",
    environment: key.from === "environment" ? `stays in ${key.variable}` : "",
    person: "saved in the file, which only you can read",
  };
  return [
    `  model      ${provider}/${model}`,
    ...(baseUrl === undefined ? [] : [`  URL        ${baseUrl}`]),
    `  key        ${keys[key.from]}`,
    `  owner      ${ownerName}`,
    `  time zone  ${timeZone}`,
  ];
}

/** Finds settings that override the file that was just written. */
async function findOverrides(
  file: string,
  { env, flags }: CommandContext,
): Promise<readonly string[]> {
  const { sources } = await loadConfig(configSchema, { file, env, flags });
  return WRITTEN.flatMap((path) => {
    const source = sources[path];
    if (source?.kind !== "env" && source?.kind !== "flag") return [];
    return [`Note: ${formatSource(source)} is set and overrides ${path} in the file.`];
  });
}
