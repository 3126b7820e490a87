import { texts } from "../../platform/texts.ts";
import type { BuiltinText } from "../turn-log.ts";

/** Returns a built-in text of a turn, in a language as BCP 47. */
export function builtinText(own: BuiltinText, language: string): string {
  const { nothing, withheld, call } = texts(language).turns;
  if (own.type === "nothing") return nothing;
  if (own.type === "withheld") return withheld;
  const { tool, why } = own;
  return own.outcome === "failed" ? call.failed({ tool, why }) : call[own.outcome]({ tool });
}
