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

/** Where a tool may be used. `admin-only`: anywhere, but only for the owner and admins. */
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

/** Whether an interrupted call took effect. */
export type Probe =
  | { readonly state: "done"; readonly value: unknown }
  | { readonly state: "not-done" }
  | { readonly state: "unknown" };

/** Maximum payment of a call. */
export interface Spend {
  /** `TON`, `Stars`, or the address of a jetton. */
  readonly asset: string;
  /** As people write it: "1.5". */
  readonly amount: string;
  /** Recipient as the call names them. Absent: the other side chooses the recipient. */
  readonly to?: string | undefined;
}

/** The reader of a question. */
export interface ConfirmView {
  /** The language of the person who reads it, as BCP 47. */
  readonly language: string;
}

/** A tool as `defineTool` makes it; everything about approval, replay and offer follows from it. */
export interface Tool<
  Params extends z.ZodType = z.ZodType,
  Need extends keyof Services = keyof Services,
> {
  /** `category_verb_object`, unique; the model calls the tool by this name. */
  readonly name: string;
  /** For the model: what it does and when to use it. Not for people. */
  readonly summary: string;
  readonly effect: Effect;
  /** Where the effect depends on the arguments; without it, `effect` holds for all. */
  effectOf?(params: z.output<Params>): Effect;
  readonly scope: Scope;
  readonly access: Access;
  /** Default: `rerun` for `read`, `unknown` for everything else. */
  readonly replay?: Replay;
  /** How people ask for it, in several languages: the tool is found by them, and the model never reads them. */
  readonly utterances?: readonly string[];
  /** How long one call may take, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Its results stay whole in a long conversation, where older ones of other tools become one line. */
  readonly keepsResults?: boolean;
  /**
   * Arguments whose values decide what a call does to whom; where one of them was taken from
   * what somebody else wrote, a person is asked. Default: by their names (`chatId`, `amount`,
   * `url`, `path`, `text` …). A `host` or `query` of a tool that reads is where it sends words to. A tool that writes
   * names a `recipient` or `host` only where it writes something that is not its person's own.
   */
  readonly matters?: Readonly<Record<string, ArgumentRole>>;
  /**
   * Where what it returns comes from. `services`: from its arguments and its services alone,
   * which know who stands behind what they hand out. `outside`, the default: from elsewhere;
   * such results are trusted least.
   */
  readonly results?: "services" | "outside";
  readonly params: Params;
  /** Services the tool cannot run without; it is hidden where one is missing. */
  readonly needs: readonly Need[];
  /**
   * Marks a tool that proposes something to a person. Each call needs approval, whatever its effect and its
   * grants. The work that it starts after approval continues on its own, so the model is not asked for a
   * reply then.
   */
  readonly isProposal?: true;
  /**
   * For tools that write into chats: the channel's own name of the chat that a call
   * writes to; undefined for the very chat that is answered. An agent that wrote into that one may end without a word.
   */
  speaksIn?(params: z.output<Params>): string | undefined;
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
  /** For `replay: "probe"`: recorded with the call before it starts, handed to `probe` after a crash. */
  expect?(
    params: z.output<Params>,
    context: ToolContext & Pick<Services, Need>,
  ): Promise<Expectation>;
  /** For `replay: "probe"`: whether an interrupted call took effect. */
  probe?(
    params: z.output<Params>,
    context: ToolContext & Pick<Services, Need> & { readonly expected: Expectation | undefined },
  ): Promise<Probe>;
  /** Returns what the model reads: text, or a value that JSON can hold. Failures are thrown as `Fault`. */
  run(params: z.output<Params>, context: ToolContext & Pick<Services, Need>): Promise<unknown>;
}

/** Declares a tool. It only fixes the types; registering is the catalog's job. */
export function defineTool<Params extends z.ZodType, const Need extends keyof Services = never>(
  tool: Tool<Params, Need>,
): Tool<Params, Need> {
  return tool;
}

/** A tool that is known and can be found, and cannot run before something is connected. */
export interface ToolDeclaration<Params extends z.ZodType = z.ZodType> extends Omit<
  Tool<Params, never>,
  "needs" | "run" | "expect" | "probe"
> {
  /** Requirement of the tool, formatted for people, such as "a Telegram account". */
  readonly awaits: string;
}

/** Declares a tool whose backend is not there yet. */
export function declareTool<Params extends z.ZodType>(
  declaration: ToolDeclaration<Params>,
): ToolDeclaration<Params> {
  return declaration;
}
