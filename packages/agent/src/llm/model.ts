import type { FaultCode } from "@reeve/sdk";

/** A language model, whoever runs it. */
export interface Model {
  /** `provider/model`, as shown to people and kept with usage. */
  readonly id: string;
  /** The size of its context window. */
  readonly contextTokens: number;
  /**
   * Streams one answer. It never throws: the last event, and only the last, is
   * `done` or `error`; an aborted request ends with an `aborted` error.
   */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  /** The same when a request is sent again after a crash. */
  readonly id: string;
  /** Sections of the system prompt, the stable ones first. */
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** Empty when the model must answer in words. */
  readonly tools: readonly ToolDefinition[];
}

export type Message =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly RequestedCall[] }
  | {
      readonly role: "tool";
      readonly call: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
    };

/** A call as the model asked for it, under the id that we gave it. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface ToolDefinition {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of an object. */
  readonly params: Readonly<Record<string, unknown>>;
}

export type ModelEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "done"; readonly thought: Thought }
  | { readonly type: "error"; readonly error: ModelError };

/** A whole answer. Calls carry no ids yet: the loop mints them when it stores them. */
export interface Thought {
  readonly text: string;
  readonly calls: readonly Omit<RequestedCall, "id">[];
  readonly usage: Usage;
}

/** Tokens as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export interface ModelError {
  readonly code: FaultCode;
  readonly message: string;
  /** Milliseconds to wait before the next try, where the provider said so. */
  readonly retryAfterMs?: number | undefined;
}
