import type { TurnId } from "../../../kernel/ids.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import type { Step, StoredCall, TurnHistory } from "../../../store/turns/turns.ts";
import { memoizeWeak } from "../../../kernel/memoize-weak.ts";
import { costOfAll } from "../tokens/estimate-tokens.ts";
import { toUnits } from "./to-units.ts";

/** So many of the newest results always stay whole. */
const WHOLE_RESULTS = 10;
/** Price of a token that a provider reads from its cache, as a share of one that it reads anew. */
const READ_PRICE = 0.1;
/** Price of writing a token into the cache, beyond reading it there. */
const REWRITE_PRICE = 1.15;
/** A conversation is expected to go on as long as it has lasted, within these numbers of requests. */
const MIN_REQUESTS = 10;
const MAX_REQUESTS = 100;

/** Tells whose results stay whole. */
export type IsKept = (tool: string) => boolean;

export interface Masking {
  /** The newest turn whose results are shortened already; null when none is. */
  readonly through: TurnId | null;
  readonly isKept: IsKept;
}

/** Shortens the results of the turns up to `through`. Errors and kept results stay whole. */
export function maskTurns(
  turns: readonly TurnHistory[],
  { through, isKept }: Masking,
): readonly TurnHistory[] {
  const last = through === null ? -1 : turns.findIndex(({ turn }) => turn === through);
  if (last === -1) return turns;
  return turns.map((turn, index) => (index <= last ? maskTurn(turn, isKept) : turn));
}

/**
 * Up to which turn results should be shortened from now on; undefined when it
 * does not pay to change anything. Whatever stands behind the first change is
 * written into the provider's cache again, so many results go at once.
 */
export function chooseMark(
  turns: readonly TurnHistory[],
  { through, isKept }: Masking,
): TurnId | undefined {
  const before = turns.findIndex(({ turn }) => turn === through);
  const candidate = newestMaskable(turns);
  if (candidate <= before) return undefined;

  const wholes = turns.slice(before + 1);
  const masked = wholes.map((turn, index) =>
    index < candidate - before ? maskTurn(turn, isKept) : turn,
  );
  const first = masked.findIndex((turn, index) => turn !== wholes[index]);
  if (first === -1) return undefined;
  const behind = costOfTurns(masked.slice(first));
  const saved = costOfTurns(wholes.slice(first)) - behind;
  return pays({ saved, behind, requests: requestsIn(turns) }) ? turns[candidate]?.turn : undefined;
}

/** Whether shortening saves more on further requests than rewriting the cache costs once. */
export function pays({
  saved,
  behind,
  requests,
}: {
  readonly saved: number;
  readonly behind: number;
  /** So far. */
  readonly requests: number;
}): boolean {
  const expected = Math.min(Math.max(requests, MIN_REQUESTS), MAX_REQUESTS);
  return saved * expected * READ_PRICE > behind * REWRITE_PRICE;
}

/** The newest turn with enough results behind it; -1 when there is none. */
function newestMaskable(turns: readonly TurnHistory[]): number {
  let results = 0;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    if (results >= WHOLE_RESULTS) return index;
    const turn = turns[index];
    if (turn) results += sizeOf(turn).results;
  }
  return -1;
}

/**
 * The same turn, by identity, where there is nothing to shorten, and otherwise the same shortened
 * one each time, so that what is measured of it is known.
 */
function maskTurn(turn: TurnHistory, isKept: IsKept): TurnHistory {
  const kept = keptIn(turn, isKept);
  const known = shortened.get(turn);
  if (known?.kept === kept) return known.masked;
  const steps = turn.steps.map((step) => maskStep(step, isKept));
  const isSame = steps.every((step, index) => step === turn.steps[index]);
  const masked = isSame ? turn : { ...turn, steps };
  shortened.set(turn, { kept, masked });
  return masked;
}

const shortened = new WeakMap<
  TurnHistory,
  { readonly kept: string; readonly masked: TurnHistory }
>();

/** The tools of the turn whose results stay whole: which do may change with the tools. */
function keptIn({ steps }: TurnHistory, isKept: IsKept): string {
  let kept = "";
  for (const { calls } of steps) for (const { tool } of calls) if (isKept(tool)) kept += `${tool} `;
  return kept;
}

function maskStep(step: Step, isKept: IsKept): Step {
  const calls = step.calls.map((call) => maskCall(call, isKept));
  return calls.every((call, index) => call === step.calls[index]) ? step : { ...step, calls };
}

function maskCall(call: StoredCall, isKept: IsKept): StoredCall {
  const { tool, result } = call;
  if (result?.type !== "value" || isKept(tool)) return call;
  const text = `[Tool: ${tool} - OK]`;
  if (countTokens(text) >= countTokens(result.text)) return call;
  return { ...call, result: { type: "value", text } };
}

/** Size of a turn that has ended: it is asked for with each request. */
interface TurnSize {
  readonly cost: number;
  readonly requests: number;
  readonly results: number;
}

function measureTurn({ steps }: TurnHistory): TurnSize {
  return {
    cost: costOfAll(toUnits(steps)),
    requests: steps.filter(({ kind }) => kind !== "decision").length,
    results: steps.reduce((sum, { calls }) => sum + calls.length, 0),
  };
}

const sizeOf = memoizeWeak(measureTurn);

function costOfTurns(turns: readonly TurnHistory[]): number {
  return turns.reduce((sum, turn) => sum + sizeOf(turn).cost, 0);
}

function requestsIn(turns: readonly TurnHistory[]): number {
  return turns.reduce((sum, turn) => sum + sizeOf(turn).requests, 0);
}
