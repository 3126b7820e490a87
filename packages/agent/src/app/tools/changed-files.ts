import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { MAX_FILE_BYTES } from "../../integrations/workspace.ts";

/** The state of each file below a folder, by its path from the top. */
export type Snapshot = ReadonlyMap<string, FileState>;

interface FileState {
  /** Another one means that the file was written, or is another; who writes cannot turn it back. */
  readonly version: string;
  readonly bytes: number;
}

export interface ChangedFile {
  readonly path: string;
  /** SHA-256 of its content in hex. */
  readonly digest: string;
}

/** The files below a folder as they are, without links. */
export async function takeSnapshot(root: string): Promise<Snapshot> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const states = new Map<string, FileState>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    // It may be gone meanwhile.
    const stats = await lstat(file, { bigint: true }).catch(() => undefined);
    if (!stats) continue;
    const name = path.relative(root, file).split(path.sep).join("/");
    const version = `${stats.ino} ${stats.ctimeNs} ${stats.size}`;
    states.set(name, { version, bytes: Number(stats.size) });
  }
  return states;
}

/**
 * Lists what was written since a snapshot. Leaves out empty files, copies of files that were there
 * before, and files larger than tools can read.
 */
export async function* changedSince(root: string, before: Snapshot): AsyncGenerator<ChangedFile> {
  const after = await takeSnapshot(root);
  const isChanged = (name: string) => before.get(name)?.version !== after.get(name)?.version;
  const unchanged = [...after.keys()].filter((name) => !isChanged(name));
  const known = new Map<number, ReadonlySet<string>>();
  const digestsOf = async (bytes: number) => {
    const there = known.get(bytes);
    if (there) return there;
    const same = unchanged.filter((name) => after.get(name)?.bytes === bytes);
    const digests = await Promise.all(same.map((name) => digestOf(path.join(root, name))));
    const found = new Set(digests.flatMap((digest) => digest ?? []));
    known.set(bytes, found);
    return found;
  };

  for (const [name, { bytes }] of after) {
    if (!isChanged(name) || bytes === 0 || bytes > MAX_FILE_BYTES) continue;
    const digest = await digestOf(path.join(root, name));
    if (digest === undefined || (await digestsOf(bytes)).has(digest)) continue;
    yield { path: name, digest };
  }
}

/** Undefined for what is gone meanwhile, or is no file any more. */
async function digestOf(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}
