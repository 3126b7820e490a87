import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "./languages.ts";
import type { Words } from "./mark.ts";

const folder = path.join(import.meta.dirname, "../../languages");

test("each language has a file", async () => {
  const files = await Array.fromAsync(glob("*.json", { cwd: folder }));
  expect(files.toSorted()).toEqual(LANGUAGES.map((language) => `${language}.json`).toSorted());
});

const KEYS = new Set(
  "number ordinal day weekday month unit length part which edge minutes shortOf hourOf clock every zone date roles isExact isWeak".split(
    " ",
  ),
);
const ROLES = new Set(
  "filler in ago later at on date hour past to plus minus and or every other and-half workdays".split(
    " ",
  ),
);

test.each(LANGUAGES)("the words of %s mean something that the grammar knows", async (language) => {
  const raw = await readFile(path.join(folder, `${language}.json`), "utf8");
  const words: Words = JSON.parse(raw);
  expect(raw.replaceAll(/\s/g, ""), "a key stands twice").toBe(
    JSON.stringify(words).replaceAll(/\s/g, ""),
  );
  expect(words.weekdays).toHaveLength(7);
  expect([0, 12]).toContain(words.months.length);
  expect(Object.keys(words.numbers).map(Number)).not.toContain(Number.NaN);
  for (const [phrases, meaning] of words.phrases) {
    expect(phrases).not.toMatch(/^\||\|\||\|$|^$/);
    expect(Object.keys(meaning).filter((key) => !KEYS.has(key))).toEqual([]);
    expect((meaning.roles ?? []).filter((role) => !ROLES.has(role))).toEqual([]);
  }
});
