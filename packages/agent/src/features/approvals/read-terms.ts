import { Fault } from "@reeve/sdk";
import type { GrantTerms } from "@reeve/operations/work/approvals";
import type { OptionValue, OwnOptions, TypedWords } from "../../operations/cli.ts";

/** Options that make a grant of a decision. */
export const TERM_OPTIONS: OwnOptions = {
  always: { type: "boolean", description: "Also allow similar calls in this chat permanently." },
  exact: { type: "boolean", description: "Grant only calls with exactly these arguments." },
  only: {
    type: "strings",
    description: "Grant only calls whose argument matches the pattern; * matches any text.",
    value: "argument=pattern",
  },
  "per-day": {
    type: "string",
    description: "Grant calls up to this total amount within 24 hours.",
    value: "argument=amount",
  },
  until: { type: "string", description: "End the grant on this date.", value: "date" },
};

/** Returns the terms of a grant; undefined without one. Any term implies `--always`. */
export function readTerms(options: TypedWords["options"]): true | GrantTerms | undefined {
  const these = options["exact"] === true;
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

function textIn(said: OptionValue | undefined): string | undefined {
  return typeof said === "string" ? said : undefined;
}

function capIn(text: string) {
  const [argument, amount] = pairIn(text, "per-day");
  return { argument, amount };
}

function pairIn(text: string, option: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new Fault("invalid", `Invalid option: --${option} ${text}`, {
    hint: option === "only" ? 'Example: --only "to=Bob*"' : "Example: --per-day amount=10",
  });
}

function timeIn(text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new Fault("invalid", `Invalid date: --until ${text}`, {
    hint: "Example: --until 2026-12-31",
  });
}
