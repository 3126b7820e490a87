import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findWords } from "./words/find-words.ts";
import { REPLACED_WORDS, type ReplacedWord } from "./words/replaced-words.ts";

const words: readonly ReplacedWord[] = [
  { word: "surface", use: "channel", names: /\bsurfaces?\b/, prose: /\bsurfaces?\b/i },
  { word: "for good", use: "permanently", texts: /\bfor good\b/ },
  { word: "docstring", use: "a verb", comments: /^\*\s*What\b/ },
  { word: "Told", use: "a noun", exact: /^Told$/ },
];
const renamed = { names: { sayInPlace: "postInChat" }, files: { "keep-one": "memoize" } };
const find = (file: string, content: string) =>
  findWords(file, content, words, renamed).map(({ line, word, text }) => [line, word, text]);

test("refuses replaced words in names", () => {
  expect(find("a.ts", "const one = 1;\nconst servedSurfaces = one;")).toEqual([
    [2, "surface", "servedSurfaces"],
  ]);
  expect(find("a.ts", "interface Told { told: 1 }")).toEqual([[1, "Told", "Told"]]);
  expect(find("a.ts", "postInChat(sayInPlace);")).toEqual([[1, "sayInPlace", "sayInPlace"]]);
});

test("reads components as code", () => {
  expect(
    find("a.tsx", "/** What it does. */\nexport const A = () => <p>{servedSurfaces}</p>;"),
  ).toEqual([
    [1, "docstring", "* What"],
    [2, "surface", "servedSurfaces"],
  ]);
});

test("refuses replaced words in comments and texts, each where it is refused", () => {
  expect(find("a.ts", "/** What it does. */\n// on a surface, for good")).toEqual([
    [1, "docstring", "* What"],
    [2, "surface", "surface"],
  ]);
  expect(find("a.ts", 'say("it goes for good", `a surface ${name} of`);')).toEqual([
    [1, "for good", "for good"],
    [1, "surface", "surface"],
  ]);
  expect(find("en/x.json", '{\n  "surface": "Gone for good."\n}')).toEqual([
    [2, "for good", "for good"],
  ]);
});

test("refuses replaced words in documentation, but not in its blocks of code and its links", () => {
  expect(
    find(
      "docs/a.md",
      "# A surface\n\n```sh\nsurface\n```\n\nCall `sayInPlace`, [see](surface.md) `a surface`.\n",
    ),
  ).toEqual([
    [7, "sayInPlace", "sayInPlace"],
    [1, "surface", "surface"],
  ]);
});

test("refuses names of files, with their tests", () => {
  expect(find("src/keep-one.test.ts", "")).toEqual([[1, "keep-one", "keep-one"]]);
  expect(find("src/serve-surfaces.ts", "")).toEqual([[1, "surface", "serve-surfaces"]]);
});

test("allows a word in the files that it lists", () => {
  const allowed = [{ ...words[0], word: "surface", use: "channel", allow: ["old/**"] }];
  expect(findWords("old/a.ts", "let surface;", allowed, renamed)).toEqual([]);
  expect(findWords("new/a.ts", "let surface;", allowed, renamed)).toHaveLength(1);
});

test("has each enabled word in one of its lists", async () => {
  const lists = [REPLACED_WORDS.map(({ word }) => word), await read("renamed.json")];
  const known = JSON.stringify(lists);
  const enabled = await read("enabled.json");
  if (!Array.isArray(enabled)) throw new TypeError("enabled.json holds no list");
  expect(enabled.filter((word) => !known.includes(JSON.stringify(word)))).toEqual([]);
});

async function read(name: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(import.meta.dirname, "words", name), "utf8"));
}

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reeve-words-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("ends with an error when a word is found, and without one when none is", async () => {
  const run = () =>
    spawnSync(
      process.execPath,
      [path.join(import.meta.dirname, "check-words.ts"), "--root", root, "--word", "surface"],
      { encoding: "utf8" },
    );
  await mkdir(path.join(root, "docs"));
  await writeFile(path.join(root, "docs/a.md"), "A channel.\n");
  expect(run()).toMatchObject({ status: 0, stdout: "" });

  await writeFile(path.join(root, "docs/a.md"), "A surface.\n");
  expect(run()).toMatchObject({
    status: 1,
    stdout: 'docs/a.md:1 "surface" (surface): use channel\n',
  });
});
