import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES as TIME_LANGUAGES } from "when-in-words";
import { INTENTS } from "../core/routing/intent.ts";
import { LANGUAGES, languagesWith, SUPPORT, WORD_LISTS } from "../kernel/languages.ts";
import { concepts } from "../tools/index/concepts.ts";

const locales = path.join(import.meta.dirname, "../../../../locales");

/** Lists that are files; the runtime knows the calendar, and `when-in-words` the time. */
const FILES = WORD_LISTS.filter((list) => list !== "calendar" && list !== "time");

async function readList(language: string, list: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(locales, language, `words/${list}.json`), "utf8"));
}

test("the table of languages says which word lists there are", async () => {
  const files = await Array.fromAsync(glob("*/words/*", { cwd: locales }));
  const wanted = FILES.flatMap((list) =>
    languagesWith(list).map((language) => path.join(language, "words", `${list}.json`)),
  );
  expect(files.toSorted()).toEqual(wanted.toSorted());
  expect([...TIME_LANGUAGES].toSorted()).toEqual(languagesWith("time"));
});

test("a language with texts lacks a word list only where this test says so", () => {
  const gaps = LANGUAGES.flatMap((language) =>
    SUPPORT[language].lacks.map((list) => `${language}: ${list}`),
  );
  expect(gaps).toEqual(["pl: time", "tr: time"]);
});

test.each(languagesWith("intents"))("each intent has words in %s", async (language) => {
  const words = Object.entries(Object(await readList(language, "intents")));
  expect(words.map(([intent]) => intent)).toEqual(INTENTS);
  for (const [, list] of words) expect(list).toEqual(expect.arrayContaining([expect.anything()]));
});

test.each(languagesWith("tools"))("each concept has words in %s", async (language) => {
  const words = Object.entries(Object(await readList(language, "tools")));
  expect(words.map(([concept]) => concept)).toEqual(Object.keys(concepts));
  for (const [, list] of words) expect(list).toEqual(expect.arrayContaining([expect.anything()]));
});

test("no file of words has a key twice", async () => {
  for await (const file of glob("*/words/*.json", { cwd: locales })) {
    const raw = await readFile(path.join(locales, file), "utf8");
    const whole = JSON.stringify(JSON.parse(raw));
    expect(raw.replaceAll(/\s/g, ""), file).toBe(whole.replaceAll(/\s/g, ""));
  }
});
