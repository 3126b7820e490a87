import type { Extras } from "../../store/turns/turns.ts";
import type { ContextConfig } from "../config.ts";
import { truncateToTokens } from "./tokens/truncate-to-tokens.ts";

/** Told once per session, before the conversation is summed up. */
export const MEMORY_FLUSH_HINT =
  "[This conversation is getting long and will be summed up soon. Write down with your tools what must not be lost, then answer.]";

/** Whether a request of this many tokens is long enough for the hint. */
export function isSoftlyFull(
  tokens: number,
  contextTokens: number,
  { hintRatio, hintTokens }: ContextConfig,
): boolean {
  return tokens >= Math.min(contextTokens * hintRatio, hintTokens);
}

/** Whether the hint was given with one of these inputs. */
export function isHinted(extras: readonly (Extras | null)[]): boolean {
  return extras.some((one) => one?.text.startsWith(MEMORY_FLUSH_HINT));
}

/** Puts the hint before what goes along with an input. */
export function withHint(extras: Extras | null): Extras {
  return putBefore(MEMORY_FLUSH_HINT, extras);
}

/** Puts a line before what goes along with an input. */
export function putBefore(line: string, extras: Extras | null): Extras {
  if (!extras) return { text: line, tools: [] };
  return { ...extras, text: `${line}\n${extras.text}` };
}

/** Extras within `tokens`. A tool whose definition was cut off has not been told. */
export function fitExtras(extras: Extras | null, tokens: number): Extras | null {
  if (!extras) return null;
  const text = truncateToTokens(extras.text, tokens, "head");
  if (text === extras.text) return extras;
  return { ...extras, text, tools: extras.tools.filter((name) => text.includes(name)) };
}
