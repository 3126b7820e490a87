import { expect, test } from "vitest";
import { LANGUAGES } from "../../../kernel/languages.ts";
import { readReportWords } from "../../../platform/words.ts";
import { repeatsResult } from "./repeats-result.ts";

const DELETED = "✅ Deleted temp/a.txt";

test.each([
  ["en", DELETED, "Deleted `temp/a.txt`."],
  ["en", DELETED, "Done! I've deleted the file temp/a.txt for you."],
  ["de", "✅ temp/a.txt gelöscht", "Ich habe die Datei temp/a.txt gelöscht."],
  ["fr", "✅ temp/a.txt supprimé", "C’est fait : temp/a.txt a été supprimé."],
] as const)("%s: %s is repeated by: %s", (language, lines, reply) => {
  expect(repeatsResult(reply, lines, language)).toBe(true);
});

test.each([
  ["en", DELETED, ""],
  ["en", DELETED, "I have not deleted temp/a.txt."],
  ["en", DELETED, "He has it now."],
  ["en", DELETED, "Deleted temp/b.txt."],
  ["en", DELETED, "Deleted temp/a.txt. Two files are left."],
  ["en", DELETED, "Deleted temp/a.txt?"],
  ["en", DELETED, `Deleted temp/a.txt${" and temp/a.txt".repeat(20)}.`],
  ["de", "✅ temp/a.txt gelöscht", "Die Datei temp/a.txt wurde nicht gelöscht."],
] as const)("%s: %s is not repeated by: %s", (language, lines, reply) => {
  expect(repeatsResult(reply, lines, language)).toBe(false);
});

test.each(LANGUAGES)("no word of %s that adds nothing denies something", (language) => {
  const denials = "not no never nicht kein nie nein ni pas ne non não nunca не ні нет yok değil";
  const words = readReportWords(language).filter((word) => denials.split(" ").includes(word));
  expect(words).toEqual([]);
});
