/** Folders that every workspace has. */
export const WORKSPACE_FOLDERS = ["downloads", "uploads", "memes", "temp", "memory"] as const;

/**
 * Files with the agent's character and rules: it can read them, but only its owner can change them.
 */
export const PROTECTED_FILES = ["SOUL.md", "SECURITY.md", "STRATEGY.md"] as const;

/** Files that the agent maintains: it may write them, but not remove or move them. */
export const CORE_FILES = ["MEMORY.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md"] as const;

/** Files about the owner or for the agent only, visible only in the owner's direct chats. */
export const PRIVATE_FILES = [
  "MEMORY.md",
  "STRATEGY.md",
  "IDENTITY.md",
  "USER.md",
  "HEARTBEAT.md",
] as const;

/** Folders that are private like `PRIVATE_FILES`. */
export const PRIVATE_FOLDERS = ["memory", "knowledge"] as const;

/** Maximum size in bytes of a file that is written. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Default quota of all files together, in bytes. */
export const DEFAULT_QUOTA_BYTES = 1024 * 1024 * 1024;
