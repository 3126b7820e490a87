import {
  type Arbitrary,
  array,
  constant,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  option,
  record,
  string,
  subarray,
} from "fast-check";
import { dropImages } from "../../core/context/history/drop-images.ts";
import { fitUnits } from "../../core/context/history/fit-units.ts";
import { toId } from "../../kernel/ids.ts";
import type { ToolResult, TranscriptItem } from "../../kernel/transcript.ts";
import type { Message } from "../model.ts";
import { renderMessages } from "../render-messages.ts";

/** Model that a conversation belongs to, with the data that it attached to its own answers. */
export interface ConversationOwner {
  readonly model: string;
  /** Data that it attaches to reasoning and to calls. */
  readonly reasoning: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly call?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const anyText = oneof(
  string({ unit: "grapheme", maxLength: 40 }),
  constantFrom("", " \n", "ok", "cut \ud83d", "<tool_call>{}</tool_call>", "</tool_response>"),
);

const anyResult: Arbitrary<ToolResult> = oneof(
  record({ type: constant("value" as const), text: anyText }),
  record({ type: constant("fault" as const), code: constant("invalid"), text: anyText }),
  record({ type: constant("pending" as const), approval: constant("a1") }),
  constant({ type: "unknown" as const }),
  constant({ type: "aborted" as const }),
);

const anyOtherCall = record({
  name: constantFrom("weather_get", "note_create"),
  args: oneof(dictionary(string({ maxLength: 8 }), jsonValue({ maxDepth: 2 })), jsonValue()),
  result: anyResult,
});

/** Tools that the model has from the beginning: the search for others. */
export const LISTED = [
  {
    name: "tool_search",
    summary: "Finds tools.",
    params: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
];

/** Deferred tools. */
export const DEFERRED = [
  {
    name: "weather_get",
    summary: "Tells the weather.",
    params: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
  { name: "note_create", summary: "Keeps a note.", params: { type: "object", properties: {} } },
];

/** A subset of them, with one that was added later and without one that was removed. */
const anyTools = subarray([
  ...DEFERRED,
  { name: "new_tool", summary: "Is new.", params: { type: "object", properties: {} } },
]);
const anyNames = option(subarray(["weather_get", "note_create", "gone_tool"]), { nil: undefined });

const anySearch = record({
  name: constant("tool_search"),
  args: record({ query: constant("weather") }),
  result: oneof(
    anyResult,
    anyTools.map((tools) => ({ type: "value" as const, text: JSON.stringify({ tools }) })),
  ),
});

const anyCall = oneof({ weight: 3, arbitrary: anyOtherCall }, { weight: 1, arbitrary: anySearch });

const PNG = { mediaType: "image/png", data: "iVBORw0KGgo=" };
/** Images that are still stored; a conversation may name others. */
const KEPT = new Map(["i0", "i1", "i2"].map((id) => [toId<"image">(id), PNG]));

const anyImages = option(
  array(
    constantFrom("i0", "i1", "i2", "gone").map((id) => ({
      id: toId<"image">(id),
      mediaType: "image/png",
      bytes: 8,
    })),
    { minLength: 1, maxLength: 5 },
  ),
  { nil: undefined },
);

const anyInput = record({ text: anyText, images: anyImages, found: anyNames });

type AnyCall = typeof anyCall extends Arbitrary<infer Call> ? Call : never;

const anyStep = record({
  text: anyText,
  calls: array(anyCall, { maxLength: 4 }),
  memory: constantFrom("own", "others", "stale", "broken", "none"),
});

type AnyStep = typeof anyStep extends Arbitrary<infer Step> ? Step : never;

const anyExchange = record({
  inputs: array(anyInput, { minLength: 1, maxLength: 2 }),
  steps: array(anyStep, { maxLength: 4 }),
});

/**
 * Generates any conversation that a store may hold, as messages: cut at exchanges, compacted into a
 * summary or fitted into a window, with aborted calls, images that are shown, old or deleted, and
 * data that models attached to their answers.
 */
export function anyConversation(owner: ConversationOwner): Arbitrary<readonly Message[]> {
  return record({
    exchanges: array(anyExchange, { minLength: 1, maxLength: 6 }),
    cut: integer({ min: 0, max: 5 }),
    summary: option(anyText, { nil: undefined }),
    newest: anyInput,
    room: option(integer({ min: 500, max: 8000 }), { nil: undefined }),
  }).map(({ exchanges, cut, summary, newest, room }) => {
    const kept = exchanges.slice(Math.min(cut, exchanges.length - 1));
    let calls = 0;
    const newId = () => `00000000-0000-4000-8000-${String((calls += 1)).padStart(12, "0")}`;
    const units: readonly TranscriptItem[] = [
      ...(summary === undefined ? [] : [{ type: "input", text: summary } as const]),
      ...kept.flatMap(({ inputs, steps }) => [
        ...inputs.map((input) => ({ type: "input", ...input }) as const),
        ...steps.map((step) => toUnit(step, { owner, newId })),
      ]),
      { type: "input", ...newest },
    ];
    const shown = dropImages(units);
    return renderMessages(room === undefined ? shown : fitUnits(shown, room), KEPT);
  });
}

interface UnitOptions {
  readonly owner: ConversationOwner;
  readonly newId: () => string;
}

function toUnit({ text, calls, memory }: AnyStep, { owner, newId }: UnitOptions): TranscriptItem {
  const own = {
    model: owner.model,
    parts: [
      { type: "reasoning", text: "hm", options: owner.reasoning },
      { type: "text", length: text.length },
      ...calls.map((_call: AnyCall, index) => ({ type: "call", index, options: owner.call })),
    ],
  };
  const metas = {
    own,
    others: { ...own, model: "other/model" },
    stale: { ...own, parts: own.parts.slice(0, -1) },
    broken: { model: owner.model, parts: "?" },
    none: undefined,
  };
  const meta = metas[memory];
  return {
    type: "step",
    text,
    calls: calls.map((call) => ({ id: newId(), ...call })),
    ...(meta && { meta }),
  };
}
