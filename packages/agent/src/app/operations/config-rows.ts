import { isRecord } from "../../kernel/text/json.ts";
import { type ConfigInputs, loadConfig } from "../../platform/config.ts";
import {
  type ConfigPath,
  configPaths,
  findSetting,
  jsonSchemaOf,
  unknownSettingHint,
} from "../../platform/config-paths.ts";
import { formatSource } from "../../platform/config-source.ts";
import { currentPath } from "../../platform/former-names.ts";
import { Fault } from "@reeve/sdk";
import { configSchema } from "../config-schema.ts";

/** A setting with its value; what is sensitive is masked. */
export interface ConfigRow {
  readonly path: string;
  /** Null where nothing is set. */
  readonly value: unknown;
  readonly default: unknown;
  /** Where the value comes from, for people. */
  readonly source: string;
  readonly description: string;
}

export interface ConfigRows {
  readonly rows: readonly ConfigRow[];
  /** Sentences about keys that mean nothing. */
  readonly warnings: readonly string[];
}

const settings: readonly ConfigPath[] = configPaths(configSchema);

/** All settings as they are by now. */
export async function readConfigRows(inputs: ConfigInputs): Promise<ConfigRows> {
  const { config, warnings, sources } = await loadConfig(configSchema, inputs);
  const rows = settings.map((setting) => ({
    path: setting.path,
    value: valueIn(config, setting.path),
    default: setting.default ?? null,
    source: formatSource(sources[setting.path] ?? { kind: "default" }),
    description: setting.description,
  }));
  return { rows, warnings };
}

/** The value of a setting in a config; null where nothing is set. */
export function valueIn(config: unknown, path: string): unknown {
  return toPlain(path.split(".").reduce(entryOf, config));
}

/** Returns the path of a setting under its current name. */
export function currentName(path: string): string {
  return currentPath(jsonSchemaOf(configSchema), path);
}

/** The setting of a path; `missing` where there is none. */
export function settingOf(path: string): ConfigPath {
  const setting = findSetting(settings, path);
  if (setting) return setting;
  throw new Fault("missing", `Unknown setting: ${path}`, {
    hint: unknownSettingHint(settings, path),
  });
}

/** The value below a key; undefined where there is none. */
export function entryOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A setting as JSON has it: secrets print their mask, wherever they are; what is not set is null. */
function toPlain(value: unknown): unknown {
  const plain: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
  return plain;
}
