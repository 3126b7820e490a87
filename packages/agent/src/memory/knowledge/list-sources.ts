import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isFault } from "@reeve/sdk";
import type { Folder } from "../../platform/folder.ts";
import { LOG_FOLDER, MEMORY_FILE } from "./paths.ts";

/** The folder for what the owner wants the agent to know. */
const KNOWLEDGE_FOLDER = "knowledge";

const FOLDERS = [LOG_FOLDER, KNOWLEDGE_FOLDER] as const;

/** Source files of the knowledge base. */
export interface Sources {
  readonly files: readonly SourceFile[];
  /** Every folder that one of them may be in; `""` is the workspace itself. */
  readonly folders: readonly string[];
  /** Symbolic links: they are not followed. */
  readonly links: readonly string[];
}

export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/**
 * Finds MEMORY.md and all files below memory/ and knowledge/. Hidden files and
 * what editors keep beside a file are none.
 */
export async function listSources(folder: Folder, root: string): Promise<Sources> {
  const topLinks = await findTopLinks(root);
  const top = [MEMORY_FILE, ...FOLDERS].filter((name) => !topLinks.includes(name));
  const found = await Promise.all(top.map((name) => listFrom(folder, name)));
  const entries = found.flat().filter(({ path }) => isWanted(path));
  const folders = entries.filter(({ kind }) => kind === "directory").map(({ path }) => path);
  return {
    files: entries.filter(({ kind }) => kind === "file"),
    folders: ["", ...folders],
    links: [...topLinks, ...(await findLinks(root, folders))],
  };
}

/** Checks whether a change of this name in the workspace's own folder concerns the knowledge base. */
export function isSourceName(name: string): boolean {
  return name === MEMORY_FILE || FOLDERS.some((folder) => folder === name);
}

/** Lists the file at the path, or all files below the folder; nothing where it went meanwhile. */
async function listFrom(folder: Folder, path: string) {
  const entry = await folder.stat(path);
  if (!entry) return [];
  if (entry.kind === "file") return [entry];
  const inside = await folder.list(path, { recursive: true }).catch((error: unknown) => {
    if (isFault(error) && error.code === "missing") return undefined;
    throw error;
  });
  return inside ? [entry, ...inside] : [];
}

function isWanted(path: string): boolean {
  return path.split("/").every((name) => !/^[.#~]|~$|\.(?:swp|swx|tmp|part)$/i.test(name));
}

async function findTopLinks(root: string): Promise<readonly string[]> {
  const top = [MEMORY_FILE, ...FOLDERS];
  const stats = await Promise.all(top.map((name) => orGone(lstat(join(root, name)))));
  return top.filter((_, index) => stats[index]?.isSymbolicLink());
}

async function findLinks(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await orGone(readdir(join(root, folder), { withFileTypes: true }));
      const links = entries?.filter((entry) => entry.isSymbolicLink()) ?? [];
      return links.map(({ name }) => `${folder}/${name}`);
    }),
  );
  return found.flat().filter(isWanted);
}

/** Undefined for what is not there, or went while it was looked at. */
function orGone<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}
