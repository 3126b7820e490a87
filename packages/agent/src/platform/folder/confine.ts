import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { Fault } from "@reeve/sdk";
import { orAbsent } from "./explain-error.ts";

/**
 * Returns the absolute path that `segments` name under `root`, with every symbolic link resolved. It may
 * not exist, in part or whole. Throws `denied` where a link leads out of `root` or nowhere. `root` itself
 * must be resolved.
 */
export async function confine(root: string, segments: readonly string[]): Promise<string> {
  let current = root;
  for (const [index, segment] of segments.entries()) {
    const next = join(current, segment);
    const stats = await orAbsent(lstat(next));
    if (!stats) return join(next, ...segments.slice(index + 1));
    current = stats.isSymbolicLink() ? await follow(root, next) : next;
  }
  return current;
}

/**
 * Returns the absolute path of the entry that `segments` name: links on the way are resolved, the last
 * component is not, though it must not lead out either.
 */
export async function confineEntry(root: string, segments: readonly string[]): Promise<string> {
  const name = segments.at(-1);
  if (name === undefined) {
    throw new Fault("denied", "The top folder cannot be moved or removed.", {
      hint: "Use the path to a file or folder in the workspace.",
    });
  }
  await confine(root, segments);
  return join(await confine(root, segments.slice(0, -1)), name);
}

/** Throws `denied` when the folder was replaced by a link since its path was resolved. */
export async function assertReal(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw leadsOut(folder);
}

/** Checks whether `path` is `root` or below it. Both must be resolved. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function follow(root: string, link: string): Promise<string> {
  const target = await orAbsent(realpath(link));
  if (target === undefined || !isInside(root, target)) throw leadsOut(link);
  return target;
}

function leadsOut(path: string): Fault {
  return new Fault(
    "denied",
    `The symbolic link "${path.split(sep).at(-1)}" leads outside the workspace.`,
    {
      hint: "Use only files and folders inside the workspace.",
    },
  );
}
