import type { HookEvents, HookName } from "@reeve/sdk";

/** Reason why a plugin keeps a message from the model. */
export interface BlockedMessage {
  readonly plugin: string;
  readonly reason: string;
  /** Line for the chat. */
  readonly say: string | undefined;
}

/** Context that a plugin adds to an input. */
export interface AddedContext {
  readonly plugin: string;
  readonly text: string;
}

/** Text for people after hooks: as it was, replaced, or withheld. */
export interface HookedText {
  /** Undefined if it is withheld. */
  readonly text: string | undefined;
  /** Plugins that changed it, in their order. */
  readonly plugins: readonly string[];
}

/** Hooks that only observe. */
export type ObservingHook = Exclude<
  HookName,
  "messageReceived" | "promptBefore" | "toolBefore" | "responseBefore"
>;

/**
 * Extension hooks as the flow calls them; events have ids of chats instead of handles. Nothing rejects because
 * of a plugin. A hook that fails changes nothing, except that a call whose `toolBefore` failed is denied.
 */
export interface ExtensionHooks {
  /** Whether a plugin has the hook. */
  has(hook: HookName): Promise<boolean>;
  /** The first that blocks decides. */
  messageReceived(event: HookEvents["messageReceived"]): Promise<BlockedMessage | undefined>;
  promptBefore(event: HookEvents["promptBefore"]): Promise<readonly AddedContext[]>;
  /** Returns why the call is denied. */
  toolBefore(event: HookEvents["toolBefore"]): Promise<string | undefined>;
  /** Each hook gets the text of the one before. */
  responseBefore(event: HookEvents["responseBefore"]): Promise<HookedText>;
  /** Tells observers, and does not wait for them. */
  observe<Name extends ObservingHook>(hook: Name, event: HookEvents[Name]): void;
}
