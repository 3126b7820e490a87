import type { ChatId } from "../../kernel/ids.ts";
import type { OverrideTarget, ToolOverride } from "../../kernel/tool-override.ts";

/** Tool overrides that people set. */
export interface OverrideStore {
  /** All of a tenant, oldest first. */
  list(tenant: string): Promise<readonly ToolOverride[]>;
  /** Those that hold in a chat: its own, and those for everywhere. */
  ofChat(tenant: string, chat: ChatId): Promise<readonly ToolOverride[]>;
  byTarget(tenant: string, target: OverrideTarget): Promise<ToolOverride | undefined>;
  /** Lays it down in the place of the one with the same target. */
  put(tenant: string, override: ToolOverride): Promise<void>;
  remove(tenant: string, target: OverrideTarget): Promise<void>;
}
