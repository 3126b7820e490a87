import type { ChatId, PersonId } from "../../kernel/ids.ts";

/** Something that people did and a plugin handles: the press of a button, or a payment. */
export interface PluginEvent {
  readonly id: string;
  readonly tenant: string;
  readonly plugin: string;
  readonly kind: "press" | "payment";
  readonly chat: ChatId;
  readonly person: PersonId;
  /** Content for the plugin, as JSON. */
  readonly body: unknown;
  /** `failed`: the plugin could not handle it. */
  readonly state: "waiting" | "done" | "failed";
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Events for plugins. They stay after they were handled, so that a repeat is recognized. */
export interface PluginEventStore {
  /** Returns false for one that is known. */
  add(event: PluginEvent): Promise<boolean>;
  byId(id: string): Promise<PluginEvent | undefined>;
  /** Returns waiting ones, oldest first, at most eight of each plugin: a slow one holds up no other. */
  waiting(kind: PluginEvent["kind"], limit: number): Promise<readonly PluginEvent[]>;
  /** Returns the number of waiting ones of a plugin. */
  countWaiting(plugin: string): Promise<number>;
  setState(id: string, state: PluginEvent["state"]): Promise<void>;
  /** Removes presses from before a time that do not wait. */
  prune(before: number): Promise<void>;
}
