import { mkdirSync, realpathSync } from "node:fs";
import {
  appendFile,
  editFile,
  makeFolder,
  writeFile,
  type WriteOptions,
} from "./folder/change-file.ts";
import { listEntries } from "./folder/list-entries.ts";
import { locate, toPath } from "./folder/location.ts";
import { moveEntry, removeEntry, removePartialFiles } from "./folder/move-entry.ts";
import { digestFile, readFile } from "./folder/read-file.ts";
import { type FolderEntry, statEntry } from "./folder/stat-entry.ts";
import { createInOrder } from "./serial-queue.ts";

/**
 * Files under one root, and nothing outside it. Paths are relative, with `/`;
 * `""` is the root. A path that leads out, also through a symbolic link, is
 * `denied`. Changes happen one after the other, each in one step: readers see
 * what was there before or what is there after, also after a power cut.
 */
export interface Folder {
  /** Returns the entry at the path, or undefined if there is none. */
  stat(path: string): Promise<FolderEntry | undefined>;
  /** Entries sorted by path; links are left out. A folder that does not exist is `missing`. */
  list(path: string, options: { recursive: boolean }): Promise<readonly FolderEntry[]>;
  /** The whole file; `exhausted` when it is larger than `maxBytes`. */
  read(path: string, options: { maxBytes: number }): Promise<Uint8Array>;
  /** Replaces the file. Without `createFolders`, a parent that does not exist is `missing`. */
  write(path: string, content: Uint8Array, options: WriteOptions): Promise<void>;
  /** Extends the file, or creates it. */
  append(path: string, content: Uint8Array, options: WriteOptions): Promise<void>;
  /**
   * Replaces the file's text, "" where there is none, by what `change` makes of it; nothing
   * else changes in between. `exhausted` when the file is larger than `maxBytes`.
   */
  edit(
    path: string,
    change: (text: string) => string,
    options: { maxBytes: number },
  ): Promise<void>;
  /** Creates the folder and those above it, unless they exist. */
  makeFolder(path: string): Promise<void>;
  /** Removes a file, or a folder: an empty one, or with `recursive` any. */
  remove(path: string, options: { recursive: boolean }): Promise<void>;
  /**
   * Moves a file or folder, creating the folders above `to`. `conflict` where something
   * is there; `overwrite` replaces a file, never a folder.
   */
  rename(from: string, to: string, options: { overwrite: boolean }): Promise<void>;
  /** SHA-256 of the file in hex, or undefined where there is no file. */
  digest(path: string): Promise<string | undefined>;
  /** The path after symbolic links, relative and with `/`; what it names need not exist. */
  resolve(path: string): Promise<string>;
  /**
   * Removes what interrupted writes left behind, and returns the names of those partial files. Only at
   * start, before anything writes.
   */
  tidy(): Promise<readonly string[]>;
}

/**
 * Opens a confined root and creates it (0700) where it is missing. Open each
 * root once and pass it on: changes through two folders are not in order.
 */
export function openFolder(directory: string): Folder {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const root = realpathSync(directory);
  const inOrder = createInOrder();
  const at = (path: string) => ({ root, path });

  return {
    stat: (path) => statEntry(at(path)),
    list: (path, options) => listEntries(at(path), options),
    read: (path, options) => readFile(at(path), options),
    write: (path, content, options) => inOrder(() => writeFile(at(path), content, options)),
    append: (path, content, options) => inOrder(() => appendFile(at(path), content, options)),
    edit: (path, change, options) => inOrder(() => editFile(at(path), change, options)),
    makeFolder: (path) => inOrder(() => makeFolder(at(path))),
    remove: (path, options) => inOrder(() => removeEntry(at(path), options)),
    rename: (from, to, options) => inOrder(() => moveEntry(at(from), at(to), options)),
    digest: (path) => digestFile(at(path)),
    resolve: async (path) => toPath(root, await locate(at(path))),
    tidy: () => inOrder(() => removePartialFiles(root)),
  };
}
