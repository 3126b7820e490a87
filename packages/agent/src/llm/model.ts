import type { FaultCode } from "@reeve/sdk";
import type { Image } from "../kernel/image.ts";
import type { ModelPrice } from "./catalog.ts";
import type { ModelUsage, Usage } from "../kernel/usage.ts";

/** A language model of any provider. */
export interface Model {
  /** `provider/model`, as shown to people and stored with usage. */
  readonly id: string;
  /** The size of its context window. */
  readonly contextTokens: number;
  /** Price of its tokens. Absent if unknown. */
  readonly price?: ModelPrice | undefined;
  /** Whether it accepts images. Absent if unknown; images are sent then. */
  readonly sees?: boolean | undefined;
  /** Maximum number of tools in one request. Absent: no limit. */
  readonly maxTools?: number | undefined;
  /** How it learns of tools that are found late. Absent: `tail`. */
  readonly toolDelivery?: ToolDelivery | undefined;
  /**
   * Streams one answer. It never throws: the last event, and only the last, is
   * `done` or `error`; an aborted request ends with an `aborted` error.
   */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelEvent>;
}

/**
 * `tail`: as text after the messages, called through `tool_call`. `reference`: by name,
 * from `deferred`, and called like any other. `array`: in the list of tools, which
 * invalidates the prompt cache. `all`: every tool is in the list from the beginning.
 */
export type ToolDelivery = "tail" | "reference" | "array" | "all";

/** Request to a model. */
export interface ModelRequest {
  /** The same when a request is sent again after a crash. */
  readonly id: string;
  /** Sections of the system prompt, the stable ones first. */
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** Empty when the model must answer in words. */
  readonly tools: readonly ToolDefinition[];
  /**
   * Tools that the model does not see until a message or a search finds them, for models
   * with the delivery `reference`. Other models get the found tools as text.
   */
  readonly deferred?: readonly ToolDefinition[] | undefined;
  /** The longest answer. Left out where a model takes no limit. */
  readonly maxTokens?: number | undefined;
  /** 0 to 1. Left out where a model refuses it. */
  readonly temperature?: number | undefined;
  readonly cache?: CachePlan | undefined;
}

/** How a provider should keep the beginning of the prompt for the next request. */
export interface CachePlan {
  /** The same for all requests that begin alike: the session's id. */
  readonly key: string;
  /** Where the prompt may be cut. Providers without explicit cuts ignore them. */
  readonly breakpoints: readonly CacheBreakpoint[];
  /** How long the pause between two requests may be: minutes, or about an hour. Default: `short`. */
  readonly lifetime?: "short" | "long" | undefined;
}

/**
 * End of a prefix of the request that is unchanged, for providers that need explicit
 * cache marks.
 */
export type CacheBreakpoint =
  /** After a section of `system`, counted from 0. Tools come before all sections. */
  | { readonly after: "system"; readonly section: number }
  /** After a message that later requests repeat unchanged, such as the pinned block. */
  | { readonly after: "message"; readonly index: number }
  /** After the newest message, and after the newest one of the request before. */
  | { readonly after: "tail" };

/** One message of a conversation, as every provider can be shown it. */
export type Message =
  | {
      readonly role: "user";
      readonly text: string;
      /** Stand before the text. Models that see no images read a note instead. */
      readonly images?: readonly Image[] | undefined;
      /** Names of tools that fit the message. What is not among `deferred` is passed over. */
      readonly found?: readonly string[] | undefined;
    }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly RequestedCall[];
      /** As it came with the thought. */
      readonly meta?: ReplayMeta | undefined;
    }
  | {
      readonly role: "tool";
      readonly call: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
    };

/**
 * Data that a provider wants back with its own answer: signed or encrypted reasoning. It
 * is opaque JSON; store it with the message and send it along. Other models ignore it.
 */
export type ReplayMeta = Readonly<Record<string, unknown>>;

/** A tool call of the model, with the id that we gave it. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** A tool as a model is shown it. */
export interface ToolDefinition {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of an object. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Events of a response, in order: text, then exactly one `done` or `error`. */
export type ModelEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "done"; readonly response: ModelResponse }
  | { readonly type: "error"; readonly error: ModelError };

/** A whole answer. Calls carry no ids yet: the loop mints them when it stores them. */
export interface ModelResponse {
  readonly text: string;
  readonly calls: readonly ResponseCall[];
  readonly usage: Usage;
  /** Absent if the model finished normally. */
  readonly stop?: StopReason | undefined;
  /** Data to store with the assistant message of this step. */
  readonly meta?: ReplayMeta | undefined;
  /** Id of the model that answered, if the request went to a chain of models. */
  readonly model?: string | undefined;
  /** Usage of earlier failed attempts of the request, by any model. */
  readonly lost?: readonly ModelUsage[] | undefined;
}

export interface ResponseCall extends Omit<RequestedCall, "id"> {
  /** Why `args` is empty: what the model wrote was no JSON object. Do not run the call; tell the model. */
  readonly argsError?: string | undefined;
}

/**
 * `length`: cut by the limit, may be continued. `refusal`: the provider withheld the
 * answer.
 */
export type StopReason = "end" | "tool" | "length" | "refusal";

/** Reason why a request failed, and its usage. */
export interface ModelError {
  readonly code: FaultCode;
  readonly message: string;
  /**
   * Usage of the failed request and all its attempts, as far as providers returned it.
   */
  readonly spent?: readonly ModelUsage[] | undefined;
  /** Milliseconds to wait before the next attempt, if the provider said so. */
  readonly retryAfterMs?: number | undefined;
  /** Absent where no provider was involved. */
  readonly kind?: ModelErrorKind | undefined;
  /** HTTP status, if there was one. */
  readonly status?: number | undefined;
  /** Whether the same request may succeed a little later. */
  readonly retryable?: boolean | undefined;
}

export type ModelErrorKind =
  | "auth" // the key is missing, wrong or may not do this
  | "rate" // too many requests or tokens
  | "overloaded" // the provider has no room right now
  | "server" // it broke
  | "network" // it was not reached, or the answer broke off
  | "timeout" // it was too slow
  | "overflow" // the request is longer than the window
  | "shape" // the request is one that it does not understand
  | "refused" // it does not want to answer this
  | "aborted"; // the caller cancelled
