import { Fault } from "@reeve/sdk";
import type { z } from "zod";
import {
  type ConfigPath,
  describeValues,
  findSetting,
  isBelow,
  isOpenEnded,
} from "./config-paths.ts";
import { type ConfigSource, formatSource } from "./config-source.ts";
import { MASK } from "./secret.ts";

/** Value given for a setting. */
export interface GivenValue {
  readonly path: string;
  readonly value: unknown;
  /** Undefined for a value that was just typed and is not stored. */
  readonly source: ConfigSource | undefined;
}

interface Problem {
  readonly path: string;
  readonly message: string;
  readonly source: ConfigSource | undefined;
}

/**
 * Combines schema issues into one `invalid` fault with a line for each value: its key, the value found, its
 * source, and the allowed values. Sensitive values are masked. If `values` has a key more than once, the last
 * one counts.
 */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  paths: readonly ConfigPath[],
  values: readonly GivenValue[],
): Fault {
  const problems = issues.map((issue) => toProblem(issue, paths, values));
  const [first] = problems;
  return new Fault("invalid", problems.map(({ message }) => message).join("\n"), {
    ...(first && { hint: repairOf(first) }),
  });
}

function toProblem(
  issue: z.core.$ZodIssue,
  paths: readonly ConfigPath[],
  values: readonly GivenValue[],
): Problem {
  const where = issue.path.join(".");
  const given =
    values.findLast(({ path }) => path === where || isBelow(where, path)) ??
    values.findLast(({ path }) => isBelow(path, where));
  const path = given?.path ?? where;
  const setting = findSetting(paths, path);
  const message = `${path} ${foundIn(given, setting)}; ${allowedBy(issue, setting)}.`;
  return { path, message, source: given ? given.source : { kind: "default" } };
}

function foundIn(given: GivenValue | undefined, setting: ConfigPath | undefined): string {
  if (!given) return "is missing";
  const shown = setting?.isSecret ? MASK : JSON.stringify(given.value);
  return given.source ? `is ${shown} (${formatSource(given.source)})` : `cannot be ${shown}`;
}

function allowedBy(issue: z.core.$ZodIssue, setting: ConfigPath | undefined): string {
  // The allowed values of an entry differ from those of the whole setting.
  if (setting && isOpenEnded(setting))
    return `${issue.path.join(".")}: ${issue.message.replace(/\.$/, "")}`;
  // Custom checks have better messages than the type.
  if (issue.code === "custom" || issue.code === "invalid_format" || !setting)
    return issue.message.replace(/\.$/, "");
  return `it must be ${describeValues(setting)}`;
}

function repairOf({ source, path }: Problem): string {
  if (!source) return "Nothing was changed.";
  if (source.kind === "file")
    return `Fix line ${source.line} of ${source.file}, or run: reeve config unset ${path}`;
  if (source.kind === "env") return `Fix or unset the variable ${source.name}.`;
  if (source.kind === "flag") return `Fix or omit --set ${source.name}.`;
  return `Run: reeve config set ${path} <value>`;
}
