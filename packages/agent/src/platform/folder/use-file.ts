import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "@reeve/sdk";
import { assertReal } from "./confine.ts";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Opens the regular file at the resolved `path`, and no other, for as long as `use` runs. */
export async function useFile<Result>(
  path: string,
  use: (file: FileHandle, bytes: number) => Promise<Result>,
): Promise<Result> {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  await assertReal(dirname(path));
  const stats = await file.stat();
  if (!stats.isFile()) {
    throw new Fault("conflict", "It is a folder or a device, not a file.", {
      hint: "List it, or name a file in it.",
    });
  }
  // Awaited here: the file is closed as soon as this function returns.
  return await use(file, stats.size);
}
