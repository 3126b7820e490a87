import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SkillFiles } from "../skills.ts";

export interface SkillVersion {
  readonly files: SkillFiles;
  readonly name: string;
  readonly digest: string;
  /** Name of the draft's folder. */
  readonly id: string;
}

/** Returns the folder of an installed version. */
export function folderOf(root: string, digest: string, name: string): string {
  return path.join(root, digest, name);
}

/** Writes a version to a draft and moves it to its place in one step: a half version is never there. */
export async function storeVersion(
  root: string,
  { files, name, digest, id }: SkillVersion,
): Promise<void> {
  const draft = path.join(root, `.draft-${id}`);
  for (const [file, content] of files) {
    const target = path.join(draft, name, ...file.split("/"));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, content, { flag: "wx", mode: 0o600, flush: true });
  }
  const place = path.join(root, digest);
  // One with this digest may be there, and its files may have changed.
  const old = path.join(root, `.old-${id}`);
  await rename(place, old).catch(ignoreMissing);
  await rename(draft, place);
  await rm(old, { recursive: true, force: true });
}

/** Removes drafts, and versions that are not installed. */
export async function removeUnused(root: string, used: ReadonlySet<string>): Promise<void> {
  const names = await readdir(root).catch(ignoreMissing);
  for (const name of names ?? [])
    if (!used.has(name)) await rm(path.join(root, name), { recursive: true, force: true });
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
