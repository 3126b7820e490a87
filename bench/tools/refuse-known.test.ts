import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refuseKnown } from "./refuse-known.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reeve-known-"));
  await mkdir(path.join(root, "src/deep"), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFile(path.join(root, file), text);

test.each([
  ["src/deep/tool.ts", 'utterances: ["BREW me an Oolong, please"]'],
  ["notes.md", "People say: brew me an oolong,\nplease!"],
  ["cases.jsonl", '{"query":"Brew me an \\"oolong\\", please"}'],
])("a query that stands in %s is refused, in whatever case", async (file, text) => {
  await write(file, text);
  const query = text.includes("\\") ? 'brew me an "oolong", please' : "Brew me an oolong, please";
  await expect(refuseKnown(["something else", query], root)).rejects.toThrow(
    `${file} holds a query`,
  );
});

test("queries that stand nowhere pass, whatever packages hold", async () => {
  await write("src/tool.ts", '"brew me a tea"');
  await mkdir(path.join(root, "node_modules/tea"), { recursive: true });
  await write("node_modules/tea/index.js", '"brew me an oolong, please"');
  await expect(refuseKnown(["Brew me an oolong, please"], root)).resolves.toBe(undefined);
});
