import { Fault } from "@reeve/sdk";
import type { Said, SaidWords } from "../../operations/cli.ts";
import type { GrantTerms } from "../../operations/approvals.ts";

/** With `--always`: on which terms. */
export const TERM_OPTIONS = {
  always: "boolean",
  these: "boolean",
  only: "strings",
  "per-day": "string",
  until: "string",
} as const;

/** The terms of a lasting permission; undefined where none is asked for. Any term means `--always`. */
export function readTerms(options: SaidWords["options"]): true | GrantTerms | undefined {
  const these = options["these"] === true;
  const only = [options["only"] ?? []].flat().map(String);
  const [perDay, until] = [textIn(options["per-day"]), textIn(options["until"])];
  const terms: GrantTerms = {
    ...(these && { these }),
    ...(only.length > 0 && { only: Object.fromEntries(only.map((text) => pairIn(text, "only"))) }),
    ...(perDay !== undefined && { perDay: capIn(perDay) }),
    ...(until !== undefined && { until: timeIn(until) }),
  };
  if (Object.keys(terms).length > 0) return terms;
  return options["always"] === true ? true : undefined;
}

function textIn(said: Said | undefined): string | undefined {
  return typeof said === "string" ? said : undefined;
}

function capIn(text: string) {
  const [argument, amount] = pairIn(text, "per-day");
  return { argument, amount };
}

function pairIn(text: string, option: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new Fault("invalid", `Not an argument and a value: --${option} ${text}`, {
    hint:
      option === "only" ? 'Write it like --only "to=Bob*".' : "Write it like --per-day amount=10.",
  });
}

function timeIn(text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new Fault("invalid", `Not a date: --until ${text}`, {
    hint: "Write it like --until 2026-12-31.",
  });
}
