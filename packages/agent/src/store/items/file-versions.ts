import type { ChangeOwner } from "./memory-changes.ts";

/** Content of a file before a tool changed it. */
export interface FileVersion {
  readonly id: string;
  readonly bytes: number;
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
}

/** Contents of files before tools changed them. */
export interface FileVersionStore {
  /** Keeps a version unless its id is there, and lets the owner's oldest go until all have at most `quotaBytes`. */
  add(owner: ChangeOwner, version: FileVersion, quotaBytes: number): Promise<void>;
  /** Returns a version; undefined if it was never stored, or was dropped to free space. */
  byId(owner: ChangeOwner, id: string): Promise<FileVersion | undefined>;
  remove(owner: ChangeOwner, ids: readonly string[]): Promise<void>;
}
