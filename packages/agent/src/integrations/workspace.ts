/** Folders that a workspace always has. */
export const WORKSPACE_FOLDERS = ["downloads", "uploads", "memes", "temp", "memory"] as const;

/** The agent's character and rules: it can read them, and only its owner changes them. */
export const PROTECTED_FILES = ["SOUL.md", "SECURITY.md", "STRATEGY.md"] as const;

/** Files that the agent maintains: it may write them, but not remove or move them. */
export const CORE_FILES = ["MEMORY.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md"] as const;

/**
 * Files about the owner or for the agent only, visible only in the owner's direct chats.
 */
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

/** Default quota of all files together, in bytes. */
export const DEFAULT_QUOTA_BYTES = 1024 * 1024 * 1024;
