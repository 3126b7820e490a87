import { parseJson } from "../../../kernel/text/parse-json.ts";

/** Next step of a rule: give its answer, or get the result of a call first. */
export type Step =
  | { readonly type: "say"; readonly text: string }
  | {
      readonly type: "call";
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly next: (found: Found) => Step;
    };

/** Result of a tool: its text, and the value if the text is JSON. */
export interface Found {
  readonly text: string;
  readonly value: unknown;
}

export interface CallStep {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Ends the answer with a text. */
export function answerWith(text: string): Step {
  return { type: "say", text };
}

/**
 * Makes a call. `next` gets its result only if it is a value: faults and approvals are answered
 * directly.
 */
export function call({ name, args }: CallStep, next: (found: Found) => Step): Step {
  return { type: "call", name, args, next };
}

/** Reads a result in the format of our tools: JSON, or plain text. */
export function readFound(text: string): Found {
  const parsed = parseJson(text);
  return { text, value: parsed ? parsed.value : text };
}
