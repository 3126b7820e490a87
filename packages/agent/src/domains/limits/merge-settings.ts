import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";
import { type LimitsConfig, limitsConfig } from "../config.ts";

/** Value that removes a limit, whatever the config sets. */
const NONE = "none";

/** Returns the limits of the config, with what a person set since in its place. */
export function mergeSettings(
  config: LimitsConfig,
  settings: ReadonlyMap<string, string>,
): LimitsConfig {
  if (settings.size === 0) return config;
  let merged: unknown = config;
  for (const [key, value] of settings) merged = withValue(merged, key.split("."), value);
  return limitsConfig.parse(merged);
}

/** Throws `invalid` for a limit that there is not, or a value that is none of it. */
export function checkSetting(config: LimitsConfig, key: string, value: string): void {
  const parsed = limitsConfig.safeParse(withValue(config, key.split("."), value));
  if (parsed.success) return;
  throw new Fault(
    "invalid",
    `Invalid value ${JSON.stringify(value)} for ${key}: ${z.prettifyError(parsed.error)}`,
    { hint: "Example: reeve limits set money.person.day 0.50" },
  );
}

function withValue(
  branch: unknown,
  [name = "", ...rest]: readonly string[],
  value: string,
): unknown {
  const before = isRecord(branch) ? branch : {};
  if (rest.length > 0) return { ...before, [name]: withValue(before[name], rest, value) };
  if (value !== NONE) return { ...before, [name]: toValue(name, before[name], value) };
  const { [name]: taken, ...others } = before;
  return typeof taken === "number" && name !== "decimals" ? { ...others, [name]: 0 } : others;
}

function toValue(name: string, before: unknown, value: string): unknown {
  if (name === "to") return value.split(",").map((one) => one.trim());
  return typeof before === "number" || name === "decimals" ? Number(value) : value;
}
