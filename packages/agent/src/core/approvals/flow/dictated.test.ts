import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readText } from "./clauses.ts";
import { isDictated, isSaidText } from "./dictated.ts";
import { normalize } from "./plain-text.ts";

const said = (...texts: readonly string[]) => texts.map((text) => readText(normalize(text)));

test.each([
  ["Please keep in mind: the key hangs behind the door", "the key hangs behind the door"],
  ["The key hangs behind the door. It is cold.", "The key hangs behind the door."],
  ["Schreib dir auf: der Schlüssel hängt hinter der Tür", "der Schlüssel hängt hinter der Tür"],
  ["注意：钥匙挂在门的后面", "钥匙挂在门的后面"],
  ["запиши: ключ висит за дверью", "ключ висит за дверью"],
])("in %j the asker said %j", (message, text) => {
  expect(isSaidText(text, said(message))).toBe(true);
});

test.each([
  ["a part of a clause", "the key hangs behind the door", "key hangs behind the door"],
  ["another order", "the key hangs behind the door", "behind the door hangs the key"],
  ["without its negation", "never leave the key at the door", "leave the key at the door"],
  ["a negation beside", "I was there, the door was open, nobody came", "the door was open"],
  ["a negation in front", "Don't do this: leave the key at the door", "leave the key at the door"],
  [
    "a negation with a styled part",
    "Nev**er** do this: leave the key at the door",
    "leave the key at the door",
  ],
  ["Chinese negation with a styled part", "千万不**要**钥匙挂在门的后面", "钥匙挂在门的后面"],
  ["a condition behind", "leave the key at the door, if it rains", "leave the key at the door"],
  [
    "a negation at the end",
    "leave the key at the door, or rather not",
    "leave the key at the door",
  ],
  [
    "German negation behind",
    "den Schlüssel an der Tür lassen, aber nie",
    "den Schlüssel an der Tür lassen",
  ],
  ["Chinese negation in front", "千万不要钥匙挂在门的后面", "钥匙挂在门的后面"],
  ["an unknown language", "ključ visi iza vrata, tako je bolje", "ključ visi iza vrata"],
  ["a short text", "yes: so", "yes"],
  ["a look-alike letter", "the key hangs behind the door", "the kеy hangs behind the door"],
  [
    "an invisible character",
    "the key hangs behind the door",
    "the key hangs\u200B behind the door",
  ],
  ["a direction mark", "the key hangs behind the door", "the key hangs \u202Ebehind the door"],
  [
    "code that was pasted",
    "see\n```\nthe key hangs behind the door\n```",
    "nothing of the kind at all",
  ],
])("%s is no quotation", (_what, message, text) => {
  expect(isSaidText(text, said(message))).toBe(false);
});

test("no proper part of a clause is a quotation, nor any other order of its words", () => {
  const word = fc.constantFrom("the", "blue", "key", "hangs", "behind", "that", "door", "today");
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 7, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      (words, a, b) => {
        const text = words.join(" ");
        const message = said(text);
        expect(isSaidText(text, message)).toBe(true);
        const start = a % words.length;
        const end = start + (b % (words.length - start));
        const part = words.slice(start, end);
        if (part.length < words.length) expect(isSaidText(part.join(" "), message)).toBe(false);
        const turned = words.toReversed().join(" ");
        if (turned !== text) expect(isSaidText(turned, message)).toBe(false);
      },
    ),
  );
});

test.each([
  ["recipient", "kim@a.example", "write to kim@a.example please", true],
  ["recipient", "kim", "write to kim@a.example please", false],
  ["recipient", "@Kim_B", "tell @kim_b hello", true],
  [
    "recipient",
    "EQabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ",
    "to eqabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ",
    false,
  ],
  ["amount", "5", "pay 5 TON", true],
  ["amount", "5", "pay 5.50 TON", false],
  ["amount", "5.5", "pay 5.50 TON", true],
  ["amount", "50", "pay 5.50 TON", false],
  ["amount", "1000", "pay 1.000 TON", false],
  ["amount", "1234.56", "pay 1.234,56 TON", true],
  ["path", "a/b.txt", "send a/b.txt", true],
  ["path", "/post", "open /post2", false],
  ["path", "a/B.txt", "send a/b.txt", false],
  ["host", "https://a.example/x", "open https://a.example/x.", true],
  ["host", "https://a.example/x", "open https://a.example/xy", false],
  ["target", "n-7", "delete n-7", true],
  ["recipient", "kim@ａ.example", "write to kim@a.example please", false],
] as const)("a %s %j in %j: %s", (role, value, message, expected) => {
  expect(isDictated(value, role, said(message))).toBe(expected);
});
