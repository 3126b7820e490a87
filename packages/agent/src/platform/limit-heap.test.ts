import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/**
 * Program that creates many objects that live for a while, in the main thread and a worker, and reports the
 * sizes of the young heaps.
 */
const PROGRAM = `
  import { getHeapSpaceStatistics } from "node:v8";
  import { isMainThread, Worker } from "node:worker_threads";
  import { limitHeap } from ${JSON.stringify(new URL("limit-heap.ts", import.meta.url))};
  if (isMainThread && process.argv[2] === "small") limitHeap();
  for (let round = 0; round < 40; round++) Array.from({ length: 60_000 }, (_, index) => [index]);
  const { space_size } = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
  process.stdout.write(space_size / 1024 / 1024 + "\\n");
  if (isMainThread) new Worker(new URL(import.meta.url));
`;

test("the young heaps of all threads stay at about 8 MB, where they would grow to a multiple", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-heap-"));
  const program = path.join(folder, "program.mjs");
  await writeFile(program, PROGRAM);
  const sizes = async (how: string) =>
    (await run(process.execPath, [program, how])).stdout.trim().split("\n").map(Number);

  // While one is collected, a page or two of it count twice.
  for (const size of await sizes("small")) expect(size).toBeLessThan(12);
  for (const size of await sizes("as it is")) expect(size).toBeGreaterThan(16);
  await rm(folder, { recursive: true });
});
