/** `persistent` is MEMORY.md, `daily` the log of the owner's present day, `session` its section on this session. */
export type MemoryTarget = "persistent" | "daily" | "session";

/** Markdown files in the workspace with the agent's notes about its owner. */
export interface MemoryFiles {
  /** Appends under a heading, once per `key`. Returns the file's path. */
  append(entry: {
    target: MemoryTarget;
    content: string;
    section?: string | undefined;
    key: string;
  }): Promise<{ path: string }>;
  /** The text of MEMORY.md; empty where there is none. */
  readPersistent(): Promise<string>;
  /** The log of a day (`YYYY-MM-DD`, default today in the owner's time zone); `missing` where there is none. */
  readDaily(date?: string): Promise<{ date: string; text: string }>;
  /** The logs of yesterday and today that exist, oldest first. */
  readRecent(): Promise<readonly { readonly date: string; readonly text: string }[]>;
  list(): Promise<readonly { readonly path: string; readonly bytes: number }[]>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly memory: MemoryFiles;
  }
}
