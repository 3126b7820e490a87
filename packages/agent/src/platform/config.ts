import type { z } from "zod";
import { isRecord } from "../kernel/text/json.ts";
import { suggestName } from "../kernel/text/suggest-name.ts";
import { readConfigFile } from "./config-file.ts";
import {
  type ConfigPath,
  configPaths,
  findSetting,
  isBelow,
  jsonSchemaOf,
  parseSetting,
  unknownSettingHint,
} from "./config-paths.ts";
import { type ConfigSource, formatSource } from "./config-source.ts";
import { currentPath, type JsonSchema, withCurrentNames } from "./former-names.ts";
import { explainIssues, type GivenValue } from "./explain-issues.ts";

export interface LoadedConfig<Config> {
  /** Frozen, to the last list. */
  readonly config: Config;
  /** Sentences about keys that mean nothing. */
  readonly warnings: readonly string[];
  /** The source of each setting, by path. */
  readonly sources: Readonly<Record<string, ConfigSource>>;
}

export interface ConfigInputs {
  /** A YAML file; where there is none, the defaults hold. */
  readonly file: string;
  /** `REEVE_AGENT_MAX_STEPS` sets `agent.maxSteps`; an empty text counts as unset. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Texts by path: `{ "agent.maxSteps": "7" }`. */
  readonly flags?: Readonly<Record<string, string>> | undefined;
}

/** Variables of ours that are no settings. */
const NOT_SETTINGS = ["REEVE_HOME"];

interface Reading {
  readonly values: readonly GivenValue[];
  readonly warnings: readonly string[];
}

/**
 * Loads settings from the file, the environment and the flags, each overriding the ones before. An unknown
 * key causes a warning; a wrong value is an `invalid` fault that names the key, the value, its source and
 * the allowed values.
 */
export async function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  { file, env, flags = {} }: ConfigInputs,
): Promise<LoadedConfig<z.output<Schema>>> {
  const paths = configPaths(schema);
  const names = jsonSchemaOf(schema);
  const readings = [
    await readFromFile(paths, file, names),
    readEnv(paths, env),
    readFlags(paths, flags, names),
  ];
  const values = readings.flatMap((reading) => reading.values);

  const input: Record<string, unknown> = {};
  for (const { path, value } of values) assign(input, path.split("."), value);
  // It is parsed once: compiling a parser for it would take longer.
  const parsed = schema.safeParse(withCurrentNames(names, input), { jitless: true });
  if (!parsed.success) throw explainIssues(parsed.error.issues, paths, values);

  return {
    config: deepFreeze(parsed.data),
    warnings: readings.flatMap((reading) => reading.warnings),
    sources: Object.fromEntries(paths.map(({ path }) => [path, sourceOf(path, values)])),
  };
}

async function readFromFile(
  paths: readonly ConfigPath[],
  file: string,
  names: JsonSchema,
): Promise<Reading> {
  const settings = await readConfigFile(file);
  const values: GivenValue[] = [];
  const warnings: string[] = [];

  const visit = (section: Readonly<Record<string, unknown>>, above: readonly string[]) => {
    for (const [key, value] of Object.entries(section)) {
      const keys = [...above, key];
      const path = keys.join(".");
      const source = { kind: "file", file, line: settings.lineOf(keys) } as const;
      const isSection = paths.some((setting) => setting.path.startsWith(`${path}.`));
      if (isSection && isRecord(value)) visit(value, keys);
      else if (!isSection && !findSetting(paths, path))
        warnings.push(unknownKey(`${path} in ${formatSource(source)}`, path, paths));
      // A key without a value counts as unset.
      else if (value !== null) values.push({ path, value, source });
    }
  };
  const current = withCurrentNames(names, settings.values);
  if (isRecord(current)) visit(current, []);
  return { values, warnings };
}

function readEnv(paths: readonly ConfigPath[], env: ConfigInputs["env"]): Reading {
  const names = Object.keys(env).filter((name) => /^REEVE_/i.test(name) && env[name]);
  const byVariable = new Map([
    ...paths.flatMap((one) =>
      one.formerVariable === undefined ? [] : [[plain(one.formerVariable), one] as const],
    ),
    ...paths.map((one) => [plain(one.variable), one] as const),
  ]);
  const values: GivenValue[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    if (NOT_SETTINGS.includes(name)) continue;
    const setting = byVariable.get(plain(name));
    if (!setting) {
      const known = suggestName(name, [...NOT_SETTINGS, ...paths.map(({ variable }) => variable)]);
      warnings.push(`Unknown variable ${name}.${known ? ` Did you mean ${known}?` : ""}`);
      continue;
    }
    const value = parseSetting(setting, env[name] ?? "");
    values.push({ path: setting.path, value, source: { kind: "env", name } });
  }
  return { values, warnings };
}

function readFlags(
  paths: readonly ConfigPath[],
  flags: Readonly<Record<string, string>>,
  names: JsonSchema,
): Reading {
  const values: GivenValue[] = [];
  const warnings: string[] = [];
  for (const [given, text] of Object.entries(flags)) {
    const path = currentPath(names, given);
    const setting = findSetting(paths, path);
    if (setting)
      values.push({
        path,
        value: parseSetting(setting, text),
        source: { kind: "flag", name: given },
      });
    else warnings.push(unknownKey(`--set ${path}`, path, paths));
  }
  return { values, warnings };
}

function unknownKey(what: string, path: string, paths: readonly ConfigPath[]): string {
  return `Unknown setting ${what}. ${unknownSettingHint(paths, path)}`;
}

/** `REEVE_AGENT_MAXSTEPS` and `reeve_agent_max_steps` mean the same. */
function plain(variable: string): string {
  return variable.replaceAll("_", "").toLowerCase();
}

function sourceOf(path: string, values: readonly GivenValue[]): ConfigSource {
  const given = values.findLast((value) => value.path === path || isBelow(value.path, path));
  return given?.source ?? { kind: "default" };
}

function assign(target: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const [key = "", ...rest] = keys;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const known = target[key];
  const inner = isRecord(known) ? known : {};
  target[key] = inner;
  assign(inner, rest, value);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
