import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createFileKeeper } from "./file-keeper.ts";

const DAY_MS = 24 * 60 * 60_000;

test("files are kept under the call's key for a month", async () => {
  await using stack = new AsyncDisposableStack();
  const root = await mkdtemp(path.join(tmpdir(), "reeve-outbox-"));
  stack.defer(() => rm(root, { recursive: true }));
  const folder = path.join(root, "outbox");
  const time = { now: Date.now() };
  const keep = createFileKeeper(folder, { now: () => time.now });
  const kept = await keep("c1-0", { name: "../Ré port.pdf", data: Buffer.from("one") });
  expect(path.relative(folder, kept)).toBe("c1-0-.._Ré_port.pdf");
  expect(await readFile(kept, "utf8")).toBe("one");
  await keep("c1-0", { name: "../Ré port.pdf", data: Buffer.from("one") });
  expect(await readdir(folder)).toHaveLength(1);
  time.now += 31 * DAY_MS;
  await keep("c2-0", { name: "b", data: Buffer.from("two") });
  expect(await readdir(folder)).toEqual(["c2-0-b"]);
});
