import { lstat, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault } from "@reeve/sdk";
import { makeFolder } from "./change-file.ts";
import { assertReal, isInside } from "./confine.ts";
import { explained, orAbsent } from "./explain-error.ts";
import { type Location, locateEntry, parentOf } from "./location.ts";
import { isPartialFile, syncFolder } from "./replace-file.ts";

/** Removes a file, or a folder: an empty one, or with `recursive` any. */
export async function removeEntry(
  location: Location,
  options: { recursive: boolean },
): Promise<void> {
  const real = await locateEntry(location);
  const stats = await explained(location.path, lstat(real));
  await assertReal(dirname(real));
  const mustBeEmpty = stats.isDirectory() && !options.recursive;
  await explained(location.path, mustBeEmpty ? rmdir(real) : rm(real, { recursive: true }));
  await syncFolder(dirname(real));
}

/** Moves a file or folder, creating the folders above `to`. `overwrite` replaces a file, never a folder. */
export async function moveEntry(
  from: Location,
  to: Location,
  options: { overwrite: boolean },
): Promise<void> {
  const source = await locateEntry(from);
  await explained(from.path, lstat(source));
  const target = await locateEntry(to);
  if (isInside(source, target)) {
    throw new Fault("invalid", `"${from.path}" cannot be moved into itself ("${to.path}").`, {
      hint: "Choose another destination.",
    });
  }
  await assertFree(to, options);
  await makeFolder(parentOf(to));
  await assertReal(dirname(source));
  await explained(from.path, rename(source, target));
  await syncFolder(dirname(source));
  await syncFolder(dirname(target));
}

/** Removes what interrupted writes left behind, in every folder under `root`, and returns the names. */
export async function removePartialFiles(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const left = entries.filter((entry) => entry.isFile() && isPartialFile(entry.name));
  await Promise.all(left.map(({ parentPath, name }) => rm(join(parentPath, name))));
  return left.map(({ name }) => name);
}

async function assertFree(to: Location, { overwrite }: { overwrite: boolean }): Promise<void> {
  const present = await explained(to.path, orAbsent(lstat(await locateEntry(to))));
  if (!present) return;
  if (present.isDirectory()) {
    throw new Fault("conflict", `The folder "${to.path}" already exists.`, {
      hint: "Choose another name, or a file name inside that folder.",
    });
  }
  if (!overwrite) {
    throw new Fault("conflict", `"${to.path}" already exists.`, {
      hint: "Choose another name, or set overwrite to replace it.",
    });
  }
}
