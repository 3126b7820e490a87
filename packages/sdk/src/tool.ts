import type { z } from "zod";
import type { Services } from "./services.ts";

/**
 * Effects of running a tool. The approval gate, the replay policy after a crash and the masking of old
 * results are derived from them. `read`: none. `write`: own data, undoable. `send`: reaches other people.
 * `destroy`: cannot be undone. `pay`: spends. `exec`: runs code on the machine.
 */
export const EFFECTS = ["read", "write", "send", "destroy", "pay", "exec"] as const;

/** One of `EFFECTS`. */
export type Effect = (typeof EFFECTS)[number];

/** Chats where a tool may be used. `admin-only`: anywhere, but only for the owner and admins. */
export type Scope = "always" | "dm-only" | "group-only" | "admin-only";

/** The lowest role that may ask for a tool. */
export type Access = "owner" | "admin" | "member" | "anyone";

/**
 * Replay policy for a call that had started when the process died. `rerun`: run it again. `same-key`: run it
 * again with the same `callId`, which the other side recognizes. `probe`: ask `probe` whether it happened.
 * `unknown`: tell the model that it may or may not have happened.
 */
export type Replay = "rerun" | "same-key" | "probe" | "unknown";

/** Role of a value in a call's arguments: to whom, how much, what, on which thing, where. */
export type ArgumentRole =
  | "recipient"
  | "amount"
  | "body"
  | "path"
  | "host"
  | "command"
  | "query"
  | "target";

/** Context that every tool receives besides its parameters. */
export interface ToolContext {
  /** Aborts when the turn is stopped or the call's time is up. Pass it on to everything that waits. */
  readonly signal: AbortSignal;
  /** Stable across retries of the same call: pass it on as an idempotency key. */
  readonly callId: string;
}

/** The state that a call finds and the state that it will leave, as digests or version marks. */
export interface Expectation {
  readonly before: string;
  readonly after: string;
}

/** Result of probing whether an interrupted call took effect. */
export type Probe =
  | { readonly state: "done"; readonly value: unknown }
  | { readonly state: "not-done" }
  | { readonly state: "unknown" };

/** Maximum payment of a call. */
export interface Spend {
  /** `TON`, `Stars`, or the address of a jetton. */
  readonly asset: string;
  /** Amount as people write it: "1.5". */
  readonly amount: string;
  /** Recipient as the call names them. Absent: the other side chooses the recipient. */
  readonly to?: string | undefined;
}

/**
 * Chat that a call writes to: that of the turn, another one, or the one that a platform, such as `telegram`,
 * calls by this id.
 */
export type TargetChat =
  | "here"
  | "elsewhere"
  | { readonly platform: string; readonly chatId: string };

/** The reader of a question. */
export interface ConfirmView {
  /** The language of the person who reads it, as BCP 47. */
  readonly language: string;
  /** Names that `names` returned. Absent where it must not be shown, or is not known. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** View of a call that has run. */
export interface DoneView extends ConfirmView {
  /** Its result, as the model reads it. */
  readonly result: string;
}

/** A tool as `defineTool` makes it; everything about approval, replay and offer follows from it. */
export interface Tool<
  Params extends z.ZodType = z.ZodType,
  Need extends keyof Services = keyof Services,
> {
  /** `category_verb_object`, unique; the model calls the tool by this name. */
  readonly name: string;
  /** Summary for the model: purpose of the tool and when to use it. Not for people. */
  readonly summary: string;
  readonly effect: Effect;
  /** Returns the effect if it depends on the arguments; without it, `effect` applies to all calls. */
  effectOf?(params: z.output<Params>): Effect;
  readonly scope: Scope;
  readonly access: Access;
  /** Default: `rerun` for `read`, `unknown` for everything else. */
  readonly replay?: Replay;
  /** Typical requests for it, in several languages: the tool search uses them, and the model never reads them. */
  readonly utterances?: readonly string[];
  /** Maximum time of one call, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Its results stay whole in a long conversation, where older ones of other tools become one line. */
  readonly keepResults?: boolean;
  /**
   * Arguments whose values decide what a call does to whom; if one of them was taken from another person's
   * text, the call needs approval. Default: by their names (`chatId`, `amount`, `url`, `path`, `text` …). A
   * `host` or `query` of a tool that reads is where it sends text to. A tool that writes names a
   * `recipient` or `host` only if it writes something that is not its person's own. `*` stands for all
   * arguments that are not named.
   */
  readonly sensitiveArguments?: Readonly<Record<string, ArgumentRole>>;
  /**
   * Arguments for which any of the offered values is harmless, whatever led to the choice: each call can be
   * undone. Never a recipient, an amount, a command or a host.
   */
  readonly harmlessChoices?: readonly string[];
  /**
   * Returns whether a call that sends reaches nobody but its person's own account elsewhere, such as an event
   * without guests. Without untrusted text in the prompt it needs no approval.
   */
  staysWithPerson?(params: z.output<Params>): boolean;
  /**
   * Origin of its results. `services`: its arguments and its services alone, which know the label of
   * everything they return. `external`, the default: other sources; such results are trusted least.
   */
  readonly resultOrigin?: "services" | "external";
  readonly params: Params;
  /** JSON Schema of `params`, where it was written elsewhere. Default: made from `params`. */
  readonly paramsSchema?: Readonly<Record<string, unknown>>;
  /** Services the tool cannot run without; it is hidden where one is missing. */
  readonly needs: readonly Need[];
  /**
   * Marks a tool that proposes something to a person. Each call needs approval, whatever its effect and its
   * grants. The work that it starts after approval continues on its own, so the model is not asked for a
   * reply then.
   */
  readonly isProposal?: true;
  /** Returns whether a call needs approval whatever its effect and its grants. */
  alwaysAsks?(params: z.output<Params>): boolean;
  /**
   * For tools that write into chats: returns the chat that a call writes to. A turn that wrote into its own
   * chat may end without a reply.
   */
  targetChat?(params: z.output<Params>): TargetChat;
  /**
   * Returns the amount that a call spends, for the limits that its owner has set. It is counted before the
   * call runs, and stays counted unless the call fails with a fault that says that nothing was done. Absent:
   * nothing.
   */
  spends?(params: z.output<Params>): Spend;
  /**
   * Returns the question put to a person when this call waits for approval, in their language where
   * there are words for it. It must name every argument that matters, in each language.
   */
  confirm?(params: z.output<Params>, view: ConfirmView): string;
  /**
   * Returns what a call has done, such as “Deleted notes.txt”, for the message that asked for it, in the same
   * languages as `confirm`; undefined if its result says that nothing was done. Default: the question, as done.
   */
  done?(params: z.output<Params>, view: DoneView): string | undefined;
  /**
   * Returns what ids in the arguments stand for, such as the title of a note, by id: `confirm` shows it
   * beside them. It is called before the person is asked, and only in a direct chat with them.
   */
  names?(
    params: z.output<Params>,
    context: ToolContext & Pick<Services, Need>,
  ): Promise<Readonly<Record<string, string>>>;
  /** For `replay: "probe"`: data recorded with the call before it starts, passed to `probe` after a crash. */
  expect?(
    params: z.output<Params>,
    context: ToolContext & Pick<Services, Need>,
  ): Promise<Expectation>;
  /** For `replay: "probe"`: checks whether an interrupted call took effect. */
  probe?(
    params: z.output<Params>,
    context: ToolContext & Pick<Services, Need> & { readonly expected: Expectation | undefined },
  ): Promise<Probe>;
  /** Returns what the model reads: text, or a value that JSON can hold. Failures are thrown as `Fault`. */
  run(params: z.output<Params>, context: ToolContext & Pick<Services, Need>): Promise<unknown>;
}

/** Declares a tool. It only sets the types; the catalog registers it. */
export function defineTool<Params extends z.ZodType, const Need extends keyof Services = never>(
  tool: Tool<Params, Need>,
): Tool<Params, Need> {
  return tool;
}

/** A tool that is known and can be found, and cannot run before something is connected. */
export interface ToolDeclaration<Params extends z.ZodType = z.ZodType> extends Omit<
  Tool<Params, never>,
  "needs" | "run" | "names" | "expect" | "probe"
> {
  /** Requirement of the tool, formatted for people, such as "a Telegram account". */
  readonly requires: string;
}

/** Declares a tool whose backend is not there yet. */
export function declareTool<Params extends z.ZodType>(
  declaration: ToolDeclaration<Params>,
): ToolDeclaration<Params> {
  return declaration;
}
