import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describePowers, readManifest } from "./manifest.ts";

const VALID = {
  name: "price-watcher",
  version: "1.2.3",
  engines: { reeve: "^0.1.0" },
  reeve: { powers: { effects: ["read"], hosts: ["api.example.com"], messages: true } },
};

async function folderWith(manifest: unknown): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-manifest-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  await writeFile(path.join(folder, "package.json"), text);
  return folder;
}

test("a manifest is read, with its powers in words", async () => {
  const folder = await folderWith(VALID);
  const manifest = await readManifest(folder, "0.1.4");
  expect(manifest).toMatchObject({ name: "price-watcher", main: path.join(folder, "index.ts") });
  expect(describePowers(manifest.powers)).toEqual([
    "memory that is shared by all chats in which it is called",
    "messages into chats in which it was called",
    "requests to api.example.com",
    "tools that read",
  ]);
});

test.each([
  ["not JSON", "{", /not valid JSON/],
  ["a name that is no name", { ...VALID, name: "../evil" }, /names of plugins/],
  ["a power that does not exist", { ...VALID, reeve: { powers: { root: true } } }, /root/],
  ["a host that is none", { ...VALID, reeve: { powers: { hosts: ["*"] } } }, /a host is a name/],
  ["a main file outside", { ...VALID, main: "../index.ts" }, /outside of its folder/],
  ["another version of Reeve", { ...VALID, engines: { reeve: "^9.0.0" } }, /is for Reeve/],
  ["no version of Reeve", { ...VALID, engines: {} }, /reeve/],
])("%s is refused", async (_name, manifest, reason) => {
  await expect(readManifest(await folderWith(manifest), "0.1.0")).rejects.toThrow(reason);
});
