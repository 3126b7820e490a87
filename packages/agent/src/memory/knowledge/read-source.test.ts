import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFolder } from "../../platform/folder.ts";
import { readSource } from "./read-source.ts";
import { MAX_MEMORY_BYTES } from "./read-text.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reeve-source-"));
});

afterEach(() => rm(root, { recursive: true }));

async function readOf(name: string, bytes: Uint8Array) {
  await writeFile(join(root, name), bytes);
  return readSource(openFolder(root), name);
}

test.each([
  ["a.md", "markdown"],
  ["a.Markdown", "markdown"],
  ["a.txt", "plain"],
  ["a", "plain"],
])("reads %s as %s", async (name, format) => {
  expect(await readOf(name, Buffer.from("# Zürich 東京\n"))).toEqual({
    type: "text",
    text: "# Zürich 東京\n",
    format,
  });
});

test("reads UTF-16 that says so, and takes a byte order mark away", async () => {
  const text = { type: "text", text: "Zürich", format: "plain" };
  const little = Buffer.from("\uFEFFZürich", "utf16le");
  expect(await readOf("little.txt", little)).toEqual(text);
  expect(await readOf("big.txt", Buffer.from(little).swap16())).toEqual(text);
  expect(await readOf("eight.txt", Buffer.from("\uFEFFZürich"))).toEqual(text);
});

test.each([
  ["an older encoding", Buffer.from("Z\u00fcrich", "latin1")],
  ["a picture", Buffer.from("89504e470d0a1a0a0000000d", "hex")],
  ["zeros", Buffer.alloc(100)],
])("leaves out %s", async (_what, bytes) => {
  const reason = "not UTF-8 or UTF-16 text";
  expect(await readOf("a.txt", bytes)).toEqual({ type: "left-out", reason });
});

test("leaves out what is too large", async () => {
  const reason = `larger than ${MAX_MEMORY_BYTES} bytes`;
  expect(await readOf("a.txt", Buffer.alloc(MAX_MEMORY_BYTES + 1, "a"))).toEqual({
    type: "left-out",
    reason,
  });
});

test("says that a file is gone, or became a folder", async () => {
  expect(await readSource(openFolder(root), "missing.md")).toEqual({ type: "gone" });
  expect(await readSource(openFolder(root), "")).toEqual({ type: "gone" });
});
