import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAskedThread } from "./rpc-thread.ts";

let folder: string;
let code: URL;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-asked-"));
  code = pathToFileURL(path.join(folder, "thread.mjs"));
  // Returns the number of its request, so that a new thread starts at one again.
  await writeFile(
    code,
    `import { parentPort } from "node:worker_threads";
    let asked = 0;
    parentPort.on("message", ({ number }) => parentPort.postMessage({ number, value: (asked += 1) }));`,
  );
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

test("a thread that nobody asks for a while ends, and the next question starts another", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using thread = createAskedThread<string, number>(code, "", { idleMs: 1000 });
  expect(await thread.ask("one")).toBe(1);
  vi.advanceTimersByTime(900);
  expect(await thread.ask("two")).toBe(2);
  vi.advanceTimersByTime(900);
  expect(await thread.ask("three")).toBe(3);
  vi.advanceTimersByTime(1000);
  expect(await thread.ask("four")).toBe(1);
});

test("a thread stays as long as it is wanted where nothing else was said", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using thread = createAskedThread<string, number>(code, "");
  expect(await thread.ask("one")).toBe(1);
  vi.advanceTimersByTime(3_600_000);
  expect(await thread.ask("two")).toBe(2);
});
