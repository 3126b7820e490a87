import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { LANGUAGES } from "../src/kernel/languages.ts";
import { checkTranslations } from "./kit/check-translations.ts";

const src = path.join(import.meta.dirname, "../src");
const files = await Array.fromAsync(glob("**/*.ts", { cwd: src }));
const sources = await Promise.all(files.map((file) => readFile(path.join(src, file), "utf8")));
const catalogues = files.filter((_file, index) =>
  /^const \w+: Translations</m.test(sources[index] ?? ""),
);

const translations = z.record(z.enum(LANGUAGES), z.unknown());

/** What the functions `…In(language)` of a catalogue answer in each language. */
async function textsIn(file: string) {
  const exported: Readonly<Record<string, unknown>> = await import(path.join(src, file));
  return Object.entries(exported).flatMap(([name, value]) => {
    if (!/^[a-z]+\w*In$/.test(name) || typeof value !== "function" || value.length > 1) return [];
    return [translations.parse(Object.fromEntries(LANGUAGES.map((one) => [one, value(one)])))];
  });
}

test("the catalogues of texts are found", () => {
  expect(catalogues).toEqual(
    expect.arrayContaining(["core/command-answers.ts", "core/turns/why-texts.ts"]),
  );
});

test.each(catalogues.toSorted())("%s says everything in each language", async (file) => {
  const found = await textsIn(file);
  expect(found.length).toBeGreaterThan(0);
  for (const texts of found) checkTranslations(texts);
});
