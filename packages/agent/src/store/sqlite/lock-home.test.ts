import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockHome } from "./lock-home.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-lock-"));
  file = path.join(folder, "reeve.lock");
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts another process that locks `file`, reports whether it could, and keeps running. */
async function lockElsewhere() {
  const program = `
    import { lockHome } from ${JSON.stringify(new URL("./lock-home.ts", import.meta.url).href)};
    globalThis.lock = lockHome(${JSON.stringify(file)});
    process.stdout.write(globalThis.lock ? "held" : "refused");
    setInterval(() => {}, 1_000_000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [said] = await once(child.stdout, "data");
  return {
    said: String(said),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

test("a second process is refused while the first lives", async () => {
  using lock = lockHome(file);
  expect(lock).toBeDefined();
  const other = await lockElsewhere();
  await other.kill();
  expect(other.said).toBe("refused");
});

test("a process that is killed frees the lock", async () => {
  const other = await lockElsewhere();
  expect(other.said).toBe("held");
  expect(lockHome(file)).toBe(undefined);

  await other.kill();

  using lock = lockHome(file);
  expect(lock).toBeDefined();
});

test("a lock that is given back can be taken again, and is not held twice", () => {
  const first = lockHome(file);
  expect(lockHome(file)).toBe(undefined);
  first?.[Symbol.dispose]();
  using second = lockHome(file);
  expect(second).toBeDefined();
});
