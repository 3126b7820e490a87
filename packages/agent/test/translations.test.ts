import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "../src/kernel/languages.ts";
import { SUBJECTS } from "../src/platform/texts.gen.ts";
import { texts } from "../src/platform/texts.ts";
import { checkTranslations } from "./kit/check-translations.ts";

const locales = path.join(import.meta.dirname, "../../../locales");

async function readSubject(language: string, subject: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(locales, language, `${subject}.json`), "utf8"));
}

test("there is a folder for each language, with a file for each subject", async () => {
  const files = await Array.fromAsync(glob("*/*.json", { cwd: locales }));
  const wanted = LANGUAGES.flatMap((language) =>
    SUBJECTS.map((subject) => path.join(language, `${subject}.json`)),
  );
  expect(files.toSorted()).toEqual(wanted.toSorted());
});

test.each(LANGUAGES)("everything is said in %s", async (language) => {
  const found = SUBJECTS.map(async (subject) => {
    const own = await readSubject(language, subject);
    const english = await readSubject("en", subject);
    const problems = checkTranslations(language, { texts: own, english });
    return problems.map((problem) => `${subject}: ${problem}`);
  });
  expect((await Promise.all(found)).flat()).toEqual([]);
});

test("no file says a thing twice", async () => {
  for await (const file of glob("*/*.json", { cwd: locales })) {
    const raw = await readFile(path.join(locales, file), "utf8");
    expect(raw, file).toBe(`${JSON.stringify(JSON.parse(raw), undefined, 2)}\n`);
  }
});

test("a language is read when it is first asked for, a subject when it is first used", () => {
  const { limits } = texts("de-AT");
  expect(limits.tokens({ spent: "20.153", most: "20.000" })).toBe("20.153 von 20.000 Tokens");
  expect(texts("de").limits).toBe(limits);
  expect(texts("xx").limits).toBe(texts("en").limits);
});

const english = {
  hello: "Hello {name}, how are you?",
  days: "{count, plural, one {once a day} other {# days long}}",
  kinds: { note: "a note", task: "a task" },
};

test.each([
  ["de", { ...english }, "hello is said in English"],
  ["de", { hello: "Hallo {name}!" }, "days is missing"],
  ["de", { bye: "Tschüss" }, "bye is not in English"],
  ["de", { hello: "Hallo {name" }, "hello Error: A message does not parse"],
  ["de", { hello: "Hallo {nmae}!" }, "hello takes {nmae}"],
  ["de", { hello: "Hallo {name} {name}!" }, "hello holds {name} {name}"],
  ["de", { hello: "{name, select, ann {Hallo} other {Hallo {name}}}" }, "hello holds  in"],
  ["de", { hello: " " }, "hello is blank"],
  ["de", { days: "{count, plural, other {# Tage}}" }, 'days has no plural for "one"'],
  ["de", { days: "{count, plural, one {# Tag} other {Tage}}" }, 'days holds  in "Tage"'],
  ["de", { days: "{count} Tage" }, "days takes {count}"],
  [
    "ru",
    { days: "{count, plural, one {день} few {# дня} many {# дней} other {# дня}}" },
    "days holds",
  ],
  ["ru", { days: "{count, plural, one {# день} other {# дней}}" }, 'days has no plural for "few"'],
  ["fr", { hello: "Bonjour {name} : ça va ?" }, "hello may break before a sign"],
  ["de", { hello: { name: "Hallo {name}" } }, "hello.name is not in English"],
  ["de", { hello: 3 }, "hello is no string"],
] as const)("in %s, %j is wrong", (language, broken, problem) => {
  expect(checkTranslations(language, { texts: broken, english })).toContainEqual(
    expect.stringContaining(problem),
  );
});

test("what is right has no problems", () => {
  const german = {
    hello: "Hallo {name}, wie geht es dir?",
    days: "{count, plural, one {einmal am Tag} other {# Tage lang}}",
    kinds: { note: "eine Notiz", task: "a task" },
  };
  expect(checkTranslations("de", { texts: german, english })).toEqual([]);
  expect(checkTranslations("en", { texts: english, english })).toEqual([]);
});
