import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../agent/src/kernel/languages.ts";
import { checkTranslations } from "../../agent/test/kit/check-translations.ts";

const sources = import.meta.dirname;

async function readTexts(folder: string, language: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(sources, folder, `${language}.json`), "utf8"));
}

test.each(LANGUAGES)("every page says everything in %s", async (language) => {
  const folders = await Array.fromAsync(glob("**/texts", { cwd: sources }));
  expect(folders.length).toBeGreaterThan(7);
  const found = folders.map(async (folder) => {
    const texts = await readTexts(folder, language);
    const english = await readTexts(folder, "en");
    const problems = checkTranslations(language, { texts, english });
    return problems.map((problem) => `${folder}: ${problem}`);
  });
  expect((await Promise.all(found)).flat()).toEqual([]);
});
