import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { findWords, type FoundWord, type Renamed } from "./words/find-words.ts";
import { EXEMPT, REPLACED_WORDS } from "./words/replaced-words.ts";

/**
 * Refuses words that docs/glossary.md replaces: in names, comments, texts and documentation.
 * `enabled.json` lists the families and renames that are refused. `--all` shows the others, too,
 * `--count` shows numbers only, `--word NAME` one of them, and `--enable` adds those without findings.
 */
const FILES = [
  "*.md",
  "docs/**/*.md",
  "locales/en/*.json",
  "lint/*.mjs",
  "{packages,scripts,bench}/**/*.{ts,tsx,mjs,md}",
  "packages/dashboard/src/**/texts/en.json",
];

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
    enable: { type: "boolean", default: false },
    word: { type: "string" },
    root: { type: "string", default: path.resolve(import.meta.dirname, "..") },
  },
});

const words = path.join(import.meta.dirname, "words");
const textList = z.array(z.string());
const renames = z.record(z.string(), z.string());
const allRenamed = z
  .strictObject({ names: renames, files: renames })
  .parse(JSON.parse(await readFile(path.join(words, "renamed.json"), "utf8")));
const enabledFile = path.join(words, "enabled.json");
const enabled = new Set(textList.parse(JSON.parse(await readFile(enabledFile, "utf8"))));
const known = [
  ...REPLACED_WORDS.map(({ word }) => word),
  ...Object.keys(allRenamed.names),
  ...Object.keys(allRenamed.files),
];

const every = values.all || values.enable;
const isWanted = (word: string) =>
  values.word === undefined ? every || enabled.has(word) : word === values.word;
const pick = (names: Renamed["names"]) =>
  Object.fromEntries(Object.entries(names).filter(([name]) => isWanted(name)));
const all = await search(
  REPLACED_WORDS.filter(({ word }) => isWanted(word)),
  { names: pick(allRenamed.names), files: pick(allRenamed.files) },
);

if (values.enable) {
  const open = new Set(all.map(({ word }) => word));
  const green = known.filter((word) => enabled.has(word) || !open.has(word));
  await writeFile(enabledFile, `${JSON.stringify([...new Set(green)], undefined, 2)}\n`);
  process.stdout.write(`${green.length} of ${known.length} are refused now\n`);
} else {
  process.stdout.write(values.count ? tallied(all) : listed(all));
  if (all.length > 0) process.exitCode = 1;
}

async function search(families: typeof REPLACED_WORDS, renamed: Renamed): Promise<FoundWord[]> {
  const found: FoundWord[] = [];
  for await (const name of glob(FILES, { cwd: values.root, exclude: ["**/node_modules"] })) {
    const file = name.replaceAll(path.sep, "/");
    if (EXEMPT.some((pattern) => path.matchesGlob(file, pattern))) continue;
    const content = await readFile(path.join(values.root, name), "utf8");
    found.push(...findWords(file, content, families, renamed));
  }
  return found.toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

function listed(found: readonly FoundWord[]): string {
  return found
    .map(({ file, line, word, use, text }) => `${file}:${line} "${text}" (${word}): use ${use}\n`)
    .join("");
}

function tallied(found: readonly FoundWord[]): string {
  const groups = Object.entries(Object.groupBy(found, ({ word }) => word));
  return groups
    .toSorted(([, one = []], [, other = []]) => other.length - one.length)
    .map(([word, list = []]) => `${String(list.length).padStart(6)} ${word}\n`)
    .join("");
}
