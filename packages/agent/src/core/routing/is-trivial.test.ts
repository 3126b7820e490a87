import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isTrivial } from "./is-trivial.ts";

test.each([
  "ok",
  "OK!!",
  "Ok, thanks a lot 🙏",
  "<u>ok</u>, **th**anks",
  "👍",
  "👍🏽 ❤️",
  "?",
  "",
  "Danke dir, alles klar",
  "D'accord, merci beaucoup !",
  "sí, muchas gracias",
  "va bene, grazie mille",
  "tá bom, obrigada",
  "да",
  "Хорошо, спасибо большое!",
  "добре, дякую",
  "dobrze, dziękuję",
  "tamam, teşekkür ederim",
  "شكراً جزيلاً",
  "好的谢谢",
  "了解です！ありがとうございます",
])("%j is trivial", (text) => {
  expect(isTrivial(text)).toBe(true);
});

test.each([
  "ok, do it",
  "thanks, and mail Bob",
  "thanks [here](https://ex.com)",
  "3",
  "okapi",
  "danke für die Mail an Anna",
  "merci de rappeler Paul",
  "да, но перенеси встречу",
  "好的发邮件",
  "了解、予定は？",
  "شكرا أرسل الملف",
  "好".repeat(60) + "x",
  "thanks ".repeat(20),
])("%j is not trivial", (text) => {
  expect(isTrivial(text)).toBe(false);
});

test("any text gets the same answer twice, and never breaks it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(isTrivial(text)).toBe(isTrivial(text));
    }),
  );
});

test("what follows an acknowledgement makes it a message with content", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[b-z]{9,20}$/), (word) => {
      expect(isTrivial(`ok ${word}`)).toBe(false);
    }),
  );
});
