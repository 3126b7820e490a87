/** Folders that a workspace always has. */
export const WORKSPACE_FOLDERS = ["downloads", "uploads", "memes", "temp", "memory"] as const;

/** The agent's character and rules: it can read them, and only its owner changes them. */
export const PROTECTED_FILES = ["SOUL.md", "SECURITY.md", "STRATEGY.md"] as const;

/** What the agent keeps up to date itself: it may write them, but not remove or move them away. */
export const CORE_FILES = ["MEMORY.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md"] as const;

/** What is told of the owner, or for the agent to know: for the owner's direct chats alone. */
export const PRIVATE_FILES = [
  "MEMORY.md",
  "STRATEGY.md",
  "IDENTITY.md",
  "USER.md",
  "HEARTBEAT.md",
] as const;

/** The same, folder by folder. */
export const PRIVATE_FOLDERS = ["memory", "knowledge"] as const;

/** The largest file that can be written, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What all files together may take, in bytes, unless the owner sets another quota. */
export const DEFAULT_QUOTA_BYTES = 1024 * 1024 * 1024;
