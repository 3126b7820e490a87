import { expect, test } from "vitest";
import { fillIn, inLanguage, LANGUAGES, languageOf } from "./languages.ts";

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["pt_BR", "pt"],
  ["UK", "uk"],
  ["zh-Hans", "en"],
  ["", "en"],
  [null, "en"],
  [undefined, "en"],
])("%s is spoken to in %s", (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test("a text is taken in the language of a tag", () => {
  const names = Object.fromEntries(LANGUAGES.map((language) => [language, `in ${language}`]));
  const texts = {
    en: "",
    de: "",
    es: "",
    fr: "",
    it: "",
    pt: "",
    ru: "",
    tr: "",
    uk: "",
    ...names,
  };
  expect(LANGUAGES.map((language) => inLanguage(texts, language))).toEqual(Object.values(names));
});

test("what is filled in is not read again, and unknown names stay", () => {
  expect(fillIn("{who} of {many}: {what}", { who: "{many}", many: 3n })).toBe(
    "{many} of 3: {what}",
  );
  expect(fillIn("{toString}", {})).toBe("{toString}");
});
