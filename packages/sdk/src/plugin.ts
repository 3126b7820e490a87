import type { z } from "zod";
import type { PluginHooks } from "./hooks.ts";
import type { PluginCallback, PluginMessage } from "./plugin-buttons.ts";
import type { PluginInvoice, PluginPayment } from "./plugin-payments.ts";
import type { Access, Effect, Replay, Scope } from "./tool.ts";

export type {
  HookAnswers,
  HookedCall,
  HookEvents,
  HookName,
  PluginHook,
  PluginHooks,
  ReceivedMessage,
} from "./hooks.ts";
export { Fault, type FaultCode, isFault } from "./errors.ts";
export { callbackFor } from "./plugin-buttons.ts";
export type {
  PluginButton,
  PluginButtons,
  PluginCallback,
  PluginMessage,
  PluginPress,
} from "./plugin-buttons.ts";
export type { PluginInvoice, PluginPayment } from "./plugin-payments.ts";
export type { Access, Effect, Replay, Scope } from "./tool.ts";
export { z } from "zod";

/** JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** SQLite database of the plugin, a file that nobody else opens. */
export interface PluginDatabase {
  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  /** Returns all rows. */
  all(sql: string, ...values: readonly SqlValue[]): readonly Readonly<Record<string, SqlValue>>[];
  /** Runs `work` in a transaction, and rolls back if it throws. Inside of another one, it is part of that. */
  transaction<Result>(work: () => Result): Result;
  /**
   * Runs `work` in a transaction, unless an earlier one with this key was committed; returns whether it ran.
   * Keys are the ids of presses and payments, or others that are unique.
   */
  once(key: string, work: () => void): boolean;
}

export type SqlValue = string | number | bigint | null | Uint8Array;

/** Store of JSON values by key, in the plugin's database. */
export interface PluginStorage {
  /** Returns undefined for a key that is missing or has expired. */
  get(key: string): Json | undefined;
  set(key: string, value: Json, options?: { readonly ttlSeconds?: number }): void;
  delete(key: string): void;
  /** Keys that start with `prefix`, sorted. */
  keys(prefix?: string): readonly string[];
}

/** Request to a server. */
export interface PluginRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Response of a server; at most 2 MB of text. Redirects are not followed. */
export interface PluginResponse {
  readonly status: number;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A chat in which the plugin was called. The text is a handle: it can be stored, and means nothing elsewhere. */
export type PluginChat = string & { readonly __brand?: "PluginChat" };

/** Messages into chats in which the plugin was called. */
export interface PluginMessages {
  /**
   * Sends a message once: a repeated `key` sends nothing more, and edits a message that has buttons. In a tool
   * call, only a tool whose effect is `send` may send. Needs the power `messages`, and `buttons` for buttons;
   * otherwise `denied`. Buttons that the channel of the chat cannot show are `conflict`.
   */
  send(chat: PluginChat, message: PluginMessage): Promise<void>;
  /**
   * Sends an invoice in Telegram Stars, from where `send` may send. Needs the power `payments`. A channel
   * without payments is `conflict`, and so is another invoice under a key that was used within 30 days, after
   * which an invoice can no longer be paid.
   */
  invoice(chat: PluginChat, invoice: PluginInvoice): Promise<void>;
  /** Pays a payment back whole, by its id. One that was paid back stays so. Needs the power `payments`. */
  refund(payment: string): Promise<void>;
}

export interface PluginLog {
  readonly debug: (text: string) => void;
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Services of the plugin. Frozen. */
export interface PluginServices<Config = unknown> {
  /** The plugin's settings, checked by its schema. */
  readonly config: Config;
  readonly db: PluginDatabase;
  readonly storage: PluginStorage;
  /** Returns a declared secret. One that is not set is `missing`. */
  readonly secret: (name: string) => string;
  /**
   * Sends a request over the agent, to hosts that the manifest declares; all others are `denied`. A server that
   * cannot be reached is `unavailable`.
   */
  readonly fetch: (url: string, request?: PluginRequest) => Promise<PluginResponse>;
  readonly messages: PluginMessages;
  readonly log: PluginLog;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Call of a tool. */
export interface PluginCall {
  /** Aborts when the call is stopped or its time is up. */
  readonly signal: AbortSignal;
  /** Stable across repetitions of the same call. */
  readonly callId: string;
  readonly chat: PluginChat;
  /** Id of the person for whom the agent calls. */
  readonly person: string;
}

/** A tool of a plugin. The model sees it as `<plugin>_<name>`. */
export interface PluginTool<Params extends z.ZodType = z.ZodType, Config = unknown> {
  /** Lowercase letters, digits and underscores. */
  readonly name: string;
  /** Summary for the model: purpose of the tool and when to use it. */
  readonly summary: string;
  /** Must be among the declared effects. */
  readonly effect: Effect;
  /** Default: `always`. */
  readonly scope?: Scope;
  /** Default: `member`. */
  readonly access?: Access;
  /** Default: `rerun` for `read`, otherwise `unknown`. */
  readonly replay?: Extract<Replay, "rerun" | "same-key" | "unknown">;
  /** Maximum time of a call in milliseconds, at most 600,000. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Typical requests for it, in several languages. */
  readonly utterances?: readonly string[];
  readonly params: Params;
  /** Returns text or a JSON value. Failures are thrown as `Fault`. */
  run(params: z.output<Params>, services: PluginServices<Config> & PluginCall): unknown;
}

/** Work that repeats. */
export interface PluginSchedule<Config = unknown> {
  readonly name: string;
  /** Seconds from the end of a run to the start of the next one, at least 10. */
  readonly everySeconds: number;
  run(services: PluginServices<Config> & { readonly signal: AbortSignal }): unknown;
}

export interface Plugin<ConfigSchema extends z.ZodType = z.ZodType> {
  /** Schema of the plugin's settings. Default: none are accepted. */
  readonly config?: ConfigSchema;
  readonly tools?: readonly PluginTool<z.ZodType, z.output<ConfigSchema>>[];
  readonly schedules?: readonly PluginSchedule<z.output<ConfigSchema>>[];
  /** Callbacks in the flow from a message to its reply. */
  readonly hooks?: PluginHooks<PluginServices<z.output<ConfigSchema>>>;
  /** Handlers of pressed buttons. Needs the power `buttons`. */
  readonly callbacks?: readonly PluginCallback<z.output<ConfigSchema>>[];
  /**
   * Handles a payment within ten seconds. It is called until it succeeds, for 30 days: use
   * `db.once(payment.id, …)`. Needs the power `payments`.
   */
  onPayment?(
    payment: PluginPayment,
    services: PluginServices<z.output<ConfigSchema>> & { readonly signal: AbortSignal },
  ): unknown;
  /** Statements that create the tables. Each runs once; new ones are added at the end. */
  readonly migrations?: readonly string[];
  /** Runs when the process has started. */
  start?(services: PluginServices<z.output<ConfigSchema>>): unknown;
  /** Runs before the process ends on request, for at most five seconds. */
  stop?(services: PluginServices<z.output<ConfigSchema>>): unknown;
}

/** Declares a plugin: the default export of its main file. It only sets the types. */
export function definePlugin<ConfigSchema extends z.ZodType = z.ZodUndefined>(
  plugin: Plugin<ConfigSchema>,
): Plugin<ConfigSchema> {
  return plugin;
}

/** Declares a tool of a plugin. It only sets the types. */
export function defineTool<Params extends z.ZodType, Config = unknown>(
  tool: PluginTool<Params, Config>,
): PluginTool<Params, Config> {
  return tool;
}
