import type { FaultCode } from "@reeve/sdk";
import type { Image } from "../kernel/images/image.ts";
import type { ModelPrice } from "./catalog.ts";
import type { ModelUsage, Usage } from "../kernel/usage.ts";

/** A language model of any provider. */
export interface Model {
  /** `provider/model`, as shown to people and stored with usage. */
  readonly id: string;
  /** Size of its context window in tokens. */
  readonly contextTokens: number;
  /** Price of its tokens. Absent if unknown. */
  readonly price?: ModelPrice | undefined;
  /** Id of the model, it or a fallback, that costs something, nobody knows what. Absent if there is none. */
  readonly unpriced?: string | undefined;
  /** Whether it accepts images. Absent if unknown; images are sent then. */
  readonly sees?: boolean | undefined;
  /** Maximum number of tools in one request. Absent: no limit. */
  readonly maxTools?: number | undefined;
  /** How it gets tools that are found later. Absent: `tail`. */
  readonly toolDelivery?: ToolDelivery | undefined;
  /**
   * Streams one response. It never throws: the last event, and only that, is `done` or `error`; an
   * aborted request ends with an `aborted` error.
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent>;
  /** How long its provider usually takes to begin a response, in milliseconds. Absent: 10 s. */
  readonly slowMs?: number | undefined;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  /** Called when a provider begins to respond, which may be long before the first words. */
  readonly onBegin?: (() => void) | undefined;
}

/**
 * `tail`: as text after the messages, called through `tool_call`. `reference`: by name, from
 * `deferred`, and called like any other. `all`: every tool is in the list from the beginning.
 */
export type ToolDelivery = "tail" | "reference" | "all";

/** Request to a model. */
export interface ModelRequest {
  /** Stays the same when a request is sent again after a crash. */
  readonly id: string;
  /** Sections of the system prompt, stable ones first. */
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** Empty if the model must answer with text. */
  readonly tools: readonly ToolDefinition[];
  /**
   * Tools that the model does not see until a message or a search finds them, for models with the
   * delivery `reference`. Other models get the found tools as text.
   */
  readonly deferred?: readonly ToolDefinition[] | undefined;
  /** Maximum length of the answer. Omitted for models that accept no limit. */
  readonly maxTokens?: number | undefined;
  /** 0 to 1. Omitted for models that refuse it. */
  readonly temperature?: number | undefined;
  /** The answer continues one that reached its limit: space at its beginning is part of it. */
  readonly isContinuation?: boolean | undefined;
  readonly cache?: CachePlan | undefined;
}

/** How a provider should cache the beginning of the prompt for the next request. */
export interface CachePlan {
  /** Shared by all requests with the same beginning: the session's id. */
  readonly key: string;
  /** Possible ends of cached prefixes. Providers without explicit breakpoints ignore them. */
  readonly breakpoints: readonly CacheBreakpoint[];
  /** Maximum time between two requests: minutes, or about an hour. Default: `short`. */
  readonly lifetime?: "short" | "long" | undefined;
}

/**
 * End of a prefix of the request that is unchanged, for providers that need explicit cache marks.
 */
export type CacheBreakpoint =
  /** After a section of `system`, counted from 0. Tools come before all sections. */
  | { readonly after: "system"; readonly section: number }
  /** After a message that later requests repeat unchanged, such as the pinned block. */
  | { readonly after: "message"; readonly index: number }
  /** After the newest message, and after the newest one of the previous request. */
  | { readonly after: "tail" };

/** A message in a form common to all providers. */
export type Message =
  | {
      readonly role: "user";
      readonly text: string;
      /** Images before the text. Models that do not accept images get a note instead. */
      readonly images?: readonly Image[] | undefined;
      /** Names of tools that fit the message. Names that are not in `deferred` are ignored. */
      readonly found?: readonly string[] | undefined;
    }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly RequestedCall[];
      /** Data of the model response. */
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
 * Data that a provider wants back with its own answer: signed or encrypted reasoning. It is opaque
 * JSON; store it with the message and send it along. Other models ignore it.
 */
export type ReplayMeta = Readonly<Record<string, unknown>>;

/** A tool call of the model, with the id that we gave it. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** A tool as a model sees it. */
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

/** A whole response. Calls have no ids yet: the loop creates them when it stores them. */
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
  /** Models of the chain that were asked first and are down. */
  readonly failures?: readonly ModelFailure[] | undefined;
}

export interface ResponseCall extends Omit<RequestedCall, "id"> {
  /**
   * Reason why `args` is empty: the model did not write a JSON object. Do not run the call; tell
   * the model.
   */
  readonly argsError?: string | undefined;
}

/** `length`: cut by the limit, may be continued. `refusal`: the provider withheld the answer. */
export type StopReason = "end" | "tool" | "length" | "refusal";

/** Reason why a request failed, and its usage. */
export interface ModelError {
  readonly code: FaultCode;
  readonly message: string;
  /** Usage of the failed request and all its attempts, as far as providers returned it. */
  readonly spent?: readonly ModelUsage[] | undefined;
  /** Milliseconds to wait before the next attempt, if the provider said so. */
  readonly retryAfterMs?: number | undefined;
  /** Absent if no provider was involved. */
  readonly kind?: ModelErrorKind | undefined;
  /** HTTP status, if there was one. */
  readonly status?: number | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean | undefined;
  /** Failure of each model that is down, if the request went to a chain of models. */
  readonly failures?: readonly ModelFailure[] | undefined;
}

/** Failure of one model of a chain. */
export interface ModelFailure extends ModelError {
  /** `provider/model`. */
  readonly model: string;
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
