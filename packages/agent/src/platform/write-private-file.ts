import { randomUUID } from "node:crypto";
import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Replaces a file in one step: after a crash there is the old text or the new one.
 * File (0600) and folder (0700) are its owner's alone. A symbolic link stays a
 * link; what it points to is replaced.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const target = existsSync(file) ? await realpath(file) : file;
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await using handle = await open(draft, "wx", 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }

  await using handle = await open(folder, "r");
  await handle.sync();
}
