import { isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ModelRequest, ResponseCall, StopReason } from "../model.ts";
import type { MetaPart } from "./replay-meta.ts";
import { createTagSplitter, type Piece } from "./tag-splitter.ts";
import type { VendorFinish, VendorOptions, VendorPart, VendorUsage } from "./vendor.ts";

/** A response so far. */
export interface BuiltResponse {
  readonly text: string;
  readonly calls: readonly ResponseCall[];
  /** Parts in the provider's order. */
  readonly parts: readonly MetaPart[];
  readonly finish: Finish | undefined;
}

export interface Finish {
  /** `broken` when the stream ended before the answer did. */
  readonly stop: StopReason | "broken";
  readonly usage: VendorUsage;
  /** Value of the provider. */
  readonly raw: string | undefined;
}

export interface ResponseBuilder {
  /** Takes the next part of the stream; returns the text to show for it. */
  take(part: VendorPart): readonly string[];
  /** Returns the text that was held back. */
  end(): readonly string[];
  build(): BuiltResponse;
}

/** Tag for calls of models without native tool calls. */
const CALL_TAG = "tool_call";

/**
 * Creates a builder that assembles a response while it streams. Reasoning, whether native or
 * between `<think>` tags, never becomes text. Arguments are parsed once complete; if that fails,
 * the call has an `argsError`.
 */
export function createResponseBuilder(
  tags: readonly string[],
  { isContinuation = false }: Pick<ModelRequest, "isContinuation"> = {},
): ResponseBuilder {
  const splitter = createTagSplitter(["think", ...tags]);
  const parts: MetaPart[] = [];
  const calls: ResponseCall[] = [];
  const reasoning = new Map<string, number>();
  let text = "";
  /** First half of a character whose second half may follow. */
  let half = "";
  let finish: Finish | undefined;

  function take(part: VendorPart): readonly string[] {
    if (part.type === "text-delta") return show(splitter.push(part.delta), part.providerMetadata);
    if (part.type === "text-end") return showRest();
    if (
      part.type === "reasoning-start" ||
      part.type === "reasoning-delta" ||
      part.type === "reasoning-end"
    ) {
      addReasoning(part);
      return [];
    }
    if (part.type === "tool-call" && !part.providerExecuted) {
      calls.push(readCall(part.toolName, part.input));
      parts.push({ type: "call", index: calls.length - 1, options: part.providerMetadata });
      return [];
    }
    if (part.type === "finish")
      finish = {
        stop: stopOf(part.finishReason),
        usage: part.usage,
        raw: part.finishReason.raw,
      };
    return [];
  }

  function addReasoning(part: {
    readonly id: string;
    readonly delta?: string;
    readonly providerMetadata?: VendorOptions | undefined;
  }): void {
    const at = reasoning.get(part.id) ?? parts.length;
    reasoning.set(part.id, at);
    const before = parts[at];
    parts[at] = {
      type: "reasoning",
      text: (before?.type === "reasoning" ? before.text : "") + (part.delta ?? ""),
      options: mergeOptions(before?.options, part.providerMetadata),
    };
  }

  function show(pieces: readonly Piece[], options: VendorOptions | undefined): readonly string[] {
    const shown: string[] = [];
    for (const piece of pieces) {
      if (piece.type === "body") {
        if (piece.tag === CALL_TAG) addTaggedCall(piece.text);
        continue;
      }
      // Whitespace between a `<think>` block and the answer is dropped.
      const isFirst = text === "" && half === "" && !isContinuation;
      const whole = half + (isFirst ? piece.text.trimStart() : piece.text);
      half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? "";
      // Half of a pair breaks JSON and encodings further on.
      const delta = whole.slice(0, whole.length - half.length).toWellFormed();
      if (delta === "") continue;
      text += delta;
      shown.push(delta);
    }
    addText(shown.join("").length, options);
    return shown;
  }

  /** Shows the text that was held back; a half whose other half never came is replaced. */
  function showRest(): readonly string[] {
    const rest = show(splitter.end(), undefined);
    const last = half.toWellFormed();
    half = "";
    if (last === "") return rest;
    text += last;
    addText(last.length, undefined);
    return [...rest, last];
  }

  function addText(length: number, options: VendorOptions | undefined): void {
    const last = parts.at(-1);
    if (last?.type === "text")
      parts[parts.length - 1] = {
        type: "text",
        length: last.length + length,
        options: mergeOptions(last.options, options),
      };
    else if (length > 0 || options) parts.push({ type: "text", length, options });
  }

  function addTaggedCall(json: string): void {
    calls.push(readTaggedCall(json));
    parts.push({ type: "call", index: calls.length - 1, options: undefined });
  }

  return {
    take,
    end: showRest,
    build: () => ({ text, calls, parts, finish }),
  };
}

function mergeOptions(
  one: VendorOptions | undefined,
  other: VendorOptions | undefined,
): VendorOptions | undefined {
  if (!one || !other) return other ?? one;
  const merged = Object.entries(other).map(([key, value]) => [key, { ...one[key], ...value }]);
  return { ...one, ...Object.fromEntries(merged) };
}

const SHOWN_CHARS = 300;

function readCall(name: string, json: string): ResponseCall {
  const args = json.trim() === "" ? {} : parseJson(json)?.value;
  if (isRecord(args)) return { name, args };
  return {
    name,
    args: {},
    argsError: `The arguments are not a JSON object: ${json.slice(0, SHOWN_CHARS)}`,
  };
}

function readTaggedCall(json: string): ResponseCall {
  const call = parseJson(json)?.value;
  if (isRecord(call) && typeof call["name"] === "string") {
    const { name, arguments: args = {} } = call;
    return readCall(name, typeof args === "string" ? args : JSON.stringify(args));
  }
  const name = /"name"\s*:\s*"([^"]+)"/.exec(json)?.[1] ?? "unknown";
  const argsError = `The call is not a JSON object: ${json.slice(0, SHOWN_CHARS)}`;
  return { name, args: {}, argsError };
}

function stopOf({ unified, raw }: VendorFinish["finishReason"]): Finish["stop"] {
  if (unified === "length") return "length";
  if (unified === "tool-calls") return "tool";
  if (unified === "content-filter") return "refusal";
  if (unified === "stop" || (unified === "other" && raw !== undefined)) return "end";
  return "broken";
}
