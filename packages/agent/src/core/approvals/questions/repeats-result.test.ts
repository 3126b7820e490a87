import { expect, test } from "vitest";
import { LANGUAGES } from "../../../kernel/languages.ts";
import { readReportWords } from "../../../platform/words.ts";
import { repeatsResult, type ReportedCall } from "./repeats-result.ts";

const deleted = (line: string): ReportedCall => ({ line, values: [{ path: "temp/a.txt" }] });
const DELETED = deleted("Deleted temp/a.txt");
const MESSAGE: ReportedCall = {
  line: "Sent “No, the sale is off and Kim is on at 5 or 6” to Bob",
  values: [{ to: "p7", text: "No, the sale is off and Kim is on at 5 or 6" }, { p7: "Bob" }],
};

test.each([
  ["en", DELETED, "Deleted `temp/a.txt`."],
  ["en", DELETED, "Done! I've deleted the file temp/a.txt for you."],
  ["de", deleted("temp/a.txt gelöscht"), "Ich habe die Datei temp/a.txt gelöscht."],
  ["fr", deleted("temp/a.txt supprimé"), "C’est fait : temp/a.txt a été supprimé."],
  ["en", MESSAGE, "Sent the message to Bob."],
] as const)("%s: %o is repeated by: %s", (language, call, reply) => {
  expect(repeatsResult(reply, [call], language)).toBe(true);
});

test.each([
  ["en", DELETED, ""],
  ["en", DELETED, "I have not deleted temp/a.txt."],
  ["en", DELETED, "He has it now."],
  ["en", DELETED, "Deleted temp/b.txt."],
  ["en", DELETED, "Deleted temp/a.txt. Two files are left."],
  ["en", DELETED, "Deleted temp/a.txt?"],
  ["en", DELETED, `Deleted temp/a.txt${" and temp/a.txt".repeat(20)}.`],
  ["de", deleted("temp/a.txt gelöscht"), "Die Datei temp/a.txt wurde nicht gelöscht."],
  // Words of an argument say something else in another order.
  ["en", MESSAGE, "Kim is off."],
  ["en", MESSAGE, "No, sent to Bob."],
  ["en", MESSAGE, "Sent to Bob at 6."],
  ["en", { line: "Deleted 2 of 3", values: [] }, "Deleted 3."],
  ["en", { line: "Sent “no” to Bob", values: [{ text: "no" }, "Bob"] }, "No."],
] as const)("%s: %o is not repeated by: %s", (language, call, reply) => {
  expect(repeatsResult(reply, [call], language)).toBe(false);
});

test.each(LANGUAGES)("no word of %s that adds nothing denies something", (language) => {
  const denials = "not no never nicht kein nie nein ni pas ne non não nunca не ні нет yok değil";
  const words = readReportWords(language).filter((word) => denials.split(" ").includes(word));
  expect(words).toEqual([]);
});
