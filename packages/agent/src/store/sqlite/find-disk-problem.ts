import { access, constants, statfs } from "node:fs/promises";
import path from "node:path";

/** With less the next commits may fail. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/** Why a file cannot be written to, as far as its disk says; undefined when it can. */
export async function findDiskProblem(file: string): Promise<string | undefined> {
  const [writable] = await Promise.allSettled([access(file, constants.W_OK)]);
  if (writable?.status === "rejected") return `Cannot write to ${file}: ${writable.reason}`;
  const { bavail, bsize } = await statfs(path.dirname(file));
  const free = bavail * bsize;
  if (free >= MIN_FREE_BYTES) return undefined;
  return `The disk of ${file} has ${Math.floor(free / 1_048_576)} MB left.`;
}
