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
} from "fast-check";
import type { CallResult, Unit } from "../../kernel/unit.ts";
import type { Message } from "../model.ts";
import { renderUnits } from "../render-units.ts";

/** Whose conversation it is: what its model attached to its own answers is among it. */
export interface ConversationOwner {
  readonly model: string;
  /** What it attaches to reasoning, and to calls. */
  readonly reasoning: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly call?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const anyText = oneof(
  string({ unit: "grapheme", maxLength: 40 }),
  constantFrom("", " \n", "ok", "cut \ud83d", "<tool_call>{}</tool_call>", "</tool_response>"),
);

const anyResult: Arbitrary<CallResult> = oneof(
  record({ type: constant("value" as const), text: anyText }),
  record({ type: constant("fault" as const), code: constant("invalid"), text: anyText }),
  record({ type: constant("pending" as const), approval: constant("a1") }),
  constant({ type: "unknown" as const }),
  constant({ type: "aborted" as const }),
);

const anyCall = record({
  name: constantFrom("weather_get", "note_create"),
  args: oneof(dictionary(string({ maxLength: 8 }), jsonValue({ maxDepth: 2 })), jsonValue()),
  result: anyResult,
});

const anyImages = option(
  array(constant({ mediaType: "image/png", data: "iVBORw0KGgo=" }), { minLength: 1, maxLength: 2 }),
  { nil: undefined },
);

type AnyCall = typeof anyCall extends Arbitrary<infer Call> ? Call : never;

const anyStep = record({
  text: anyText,
  calls: array(anyCall, { maxLength: 4 }),
  memory: constantFrom("own", "others", "stale", "broken", "none"),
});

type AnyStep = typeof anyStep extends Arbitrary<infer Step> ? Step : never;

const anyExchange = record({
  inputs: array(anyText, { minLength: 1, maxLength: 2 }),
  steps: array(anyStep, { maxLength: 4 }),
});

/**
 * Any conversation that a store may hold, as messages: cut at exchanges, compacted
 * into a summary, with aborted calls, images, and what models attached to their answers.
 */
export function anyConversation(owner: ConversationOwner): Arbitrary<readonly Message[]> {
  return record({
    exchanges: array(anyExchange, { minLength: 1, maxLength: 6 }),
    cut: integer({ min: 0, max: 5 }),
    summary: option(anyText, { nil: undefined }),
    images: array(anyImages, { minLength: 1, maxLength: 3 }),
    newest: anyText,
  }).map(({ exchanges, cut, summary, images, newest }) => {
    const kept = exchanges.slice(Math.min(cut, exchanges.length - 1));
    let calls = 0;
    const newId = () => `00000000-0000-4000-8000-${String((calls += 1)).padStart(12, "0")}`;
    const units: readonly Unit[] = [
      ...(summary === undefined ? [] : [{ type: "input", text: summary } as const]),
      ...kept.flatMap(({ inputs, steps }) => [
        ...inputs.map((text) => ({ type: "input", text }) as const),
        ...steps.map((step) => toUnit(step, { owner, newId })),
      ]),
      { type: "input", text: newest },
    ];
    return renderUnits(units).map((message, at) =>
      message.role === "user" ? { ...message, images: images[at % images.length] } : message,
    );
  });
}

interface UnitParts {
  readonly owner: ConversationOwner;
  readonly newId: () => string;
}

function toUnit({ text, calls, memory }: AnyStep, { owner, newId }: UnitParts): Unit {
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
