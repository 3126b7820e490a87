import type { ImageRef } from "./images/image.ts";

/**
 * A conversation as it is stored. A step holds its calls and their results
 * together, so a call without its result cannot be represented; the messages
 * a provider wants are rendered from units in `llm/` and stored nowhere.
 */
export type TranscriptItem =
  | {
      readonly type: "input";
      readonly text: string;
      /** Images that came with the message, as far as they are shown. */
      readonly images?: readonly ImageRef[] | undefined;
      /** Names of tools that were found for it and are not described in the text. */
      readonly found?: readonly string[] | undefined;
    }
  | {
      readonly type: "step";
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** Provider metadata to send back with the text. */
      readonly meta?: Readonly<Record<string, unknown>> | undefined;
    };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly result: ToolResult;
}

/**
 * Result of a call as the model reads it. `pending` waits for a person, `unknown` may or may not have
 * happened.
 */
export type ToolResult =
  | { readonly type: "value"; readonly text: string }
  | { readonly type: "fault"; readonly code: string; readonly text: string }
  | { readonly type: "pending"; readonly approval: string }
  | { readonly type: "unknown" }
  | { readonly type: "aborted" };
