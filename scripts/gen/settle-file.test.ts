import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settleFile } from "./settle-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-settle-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("writes formatted text once, and only says so when it checks", async () => {
  const file = path.join(folder, "reference", "list.gen.ts");
  expect(await settleFile(file, "export const a = [1]", "check")).toBe("stale");
  expect(await settleFile(file, "export const a = [1]", "write")).toBe("written");
  expect(await readFile(file, "utf8")).toBe("export const a = [1];\n");
  expect(await settleFile(file, "export const a  =  [1]", "check")).toBe("fresh");
  expect(await settleFile(file, "export const a = [2]", "check")).toBe("stale");
  expect(await readFile(file, "utf8")).toBe("export const a = [1];\n");
});
