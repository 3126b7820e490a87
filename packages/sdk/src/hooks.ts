import type { Effect } from "./tool.ts";

/** Names of extension hooks. */
export const HOOKS = [
  "messageReceived",
  "promptBefore",
  "promptAfter",
  "toolBefore",
  "toolAfter",
  "toolError",
  "responseBefore",
  "responseAfter",
  "sessionStart",
  "sessionEnd",
  "agentStart",
  "agentStop",
] as const;

export type HookName = (typeof HOOKS)[number];

/** Chat and person of an event. */
interface HookOrigin {
  /** Handle of the chat, as in a call. */
  readonly chat: string;
  /** Id of the person who wrote, or for whom the agent works. */
  readonly person: string;
}

interface TurnOrigin extends HookOrigin {
  /** Id of the turn. */
  readonly turn: string;
}

/** A message that a person wrote. */
export interface ReceivedMessage extends HookOrigin {
  /** Stable if the message is delivered again; an edit has an id of its own. */
  readonly id: string;
  /** Name of the person. */
  readonly name: string;
  /** Its words, with those of a poll, contact or place in it. */
  readonly text: string;
  /** Text of the message that it replies to; empty without one. */
  readonly quote: string;
  /** Whether it was written among others, and not to the agent. */
  readonly isOverheard: boolean;
  /** Number of files that came with it. */
  readonly files: number;
}

/** A tool call, after the gate let it pass or found that it needs approval. */
export interface HookedCall extends TurnOrigin {
  readonly tool: string;
  readonly args: unknown;
  readonly effect: Effect;
}

/** Events by the hook that gets them. Texts are cut after 100,000 characters. */
export interface HookEvents {
  readonly messageReceived: ReceivedMessage;
  /** An input that goes to the model: the messages that open a turn or join it. */
  readonly promptBefore: TurnOrigin & { readonly text: string };
  /** A response of the model: its text, and the names of the tools that it calls. */
  readonly promptAfter: TurnOrigin & {
    readonly model: string;
    readonly text: string;
    readonly tools: readonly string[];
  };
  readonly toolBefore: HookedCall;
  readonly toolAfter: HookedCall & { readonly result: string };
  readonly toolError: HookedCall & { readonly error: string };
  /** A text for people, before it leaves. */
  readonly responseBefore: TurnOrigin & { readonly text: string };
  /** A reply that was stored for delivery. */
  readonly responseAfter: TurnOrigin & { readonly text: string };
  readonly sessionStart: HookOrigin & { readonly session: string };
  readonly sessionEnd: Pick<HookOrigin, "chat"> & { readonly session: string };
  /** In Unix milliseconds. */
  readonly agentStart: { readonly at: number };
  readonly agentStop: { readonly at: number };
}

/**
 * Answers by the hook that may give them; undefined changes nothing. All other hooks observe, and nobody waits
 * for them.
 */
export interface HookAnswers {
  /** Keeps the message from the model. `block` is the reason (1 to 300 characters), `say` a line for its chat (at most 1,000). */
  readonly messageReceived: { readonly block: string; readonly say?: string | undefined };
  /** Adds text (at most 4,000 characters) to the input, labeled with the plugin as its source. */
  readonly promptBefore: { readonly context: string };
  /** Denies the call, with a reason for the model (1 to 300 characters). */
  readonly toolBefore: { readonly deny: string };
  /** Replaces the text (at most 100,000 characters), or withholds it with a reason for the log (1 to 300 characters). */
  readonly responseBefore: { readonly text: string } | { readonly block: string };
}

/** Possible results of a hook. */
export type HookAnswer<Name extends HookName> = Name extends keyof HookAnswers
  ? HookAnswers[Name] | undefined
  : unknown;

/** A callback that Reeve calls in its flow, for at most five seconds. */
export interface PluginHook<Name extends HookName, Services> {
  /** Hooks with a higher priority run first, of equal ones in the order of the plugins' names. -1,000 to 1,000. Default: 0. */
  readonly priority?: number;
  run(
    event: HookEvents[Name],
    services: Services & { readonly signal: AbortSignal },
  ): HookAnswer<Name> | Promise<HookAnswer<Name>>;
}

/** Hooks of a plugin; the manifest declares their names in `reeve.powers.hooks`. */
export type PluginHooks<Services> = {
  readonly [Name in HookName]?: PluginHook<Name, Services>;
};
