import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { Fault } from "@reeve/sdk";
import { systemClock } from "../kernel/clock.ts";
import { loadConfig } from "../platform/config.ts";
import { type Home, prepareHome, resolveHome } from "../platform/home.ts";
import { type FileLog, openLog } from "../platform/log.ts";
import type { CommandContext } from "./cli/command.ts";
import { type Config, configSchema } from "./config-schema.ts";

/** A home whose folders exist and whose settings are read. */
export interface OpenHome extends Disposable {
  readonly home: Home;
  readonly config: Config;
  /** Reads the settings again, as they are by now. */
  readConfig(): Promise<Config>;
  readonly log: FileLog;
  /** Environment of the process. */
  readonly env: CommandContext["env"];
}

/** Throws `invalid` when the home is a file. */
export async function refuseFile({ root }: Home): Promise<void> {
  const found = await stat(root).catch(() => undefined);
  if (!found || found.isDirectory()) return;
  throw new Fault("invalid", `${root} is not a folder.`, {
    hint: "Set REEVE_HOME to a folder that you own.",
  });
}

/** Prepares the home folder; what is odd about it goes to stderr once. */
export async function openHome({ env, flags, stderr }: CommandContext): Promise<OpenHome> {
  const home = resolveHome(env, homedir());
  await refuseFile(home);
  const tightened = await prepareHome(home);
  const { config, warnings } = await loadConfig(configSchema, { file: home.config, env, flags });
  for (const warning of [...tightened, ...warnings]) stderr.write(`reeve: ${warning}\n`);
  const log = await openLog({
    file: home.log,
    level: config.log.level,
    clock: systemClock,
    onLost: (error) => stderr.write(`reeve: the log cannot be written: ${error.message}\n`),
  });
  return {
    home,
    config,
    readConfig: async () =>
      (await loadConfig(configSchema, { file: home.config, env, flags })).config,
    log,
    env,
    [Symbol.dispose]: () => log[Symbol.dispose](),
  };
}
