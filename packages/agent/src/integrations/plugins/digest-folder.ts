import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { digestFile } from "../packages/package-files.ts";

const MAX_FILES = 10_000;
const MAX_BYTES = 100 * 1024 * 1024;

/**
 * Returns the SHA-256 of all files of a folder, by path and content, in hex. `invalid` for links, for special
 * files and beyond 10,000 files or 100 MB.
 */
export async function digestFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    if (isLeftOut(name)) continue;
    if (!entry.isFile())
      throw new Fault("invalid", `${name} is a link or a special file.`, {
        hint: "A plugin holds only plain files.",
      });
    files.push(name);
  }
  if (files.length > MAX_FILES) throw tooLarge();
  const hash = createHash("sha256");
  let bytes = 0;
  for (const name of files.toSorted()) {
    const file = path.join(folder, name);
    bytes += (await stat(file)).size;
    if (bytes > MAX_BYTES) throw tooLarge();
    digestFile(hash, name.split(path.sep).join("/"), await readFile(file));
  }
  return hash.digest("hex");
}

/** Whether a path belongs to what is not copied: the history, and links to programs of installed packages. */
export function isLeftOut(name: string): boolean {
  return name.split(path.sep).some((part) => part === ".git" || part === ".bin");
}

function tooLarge(): Fault {
  return new Fault("invalid", "The plugin has more than 10,000 files or 100 MB.", {
    hint: "Remove what it does not need, such as test data.",
  });
}
