import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sanitizeArgs } from "./sanitize-args.ts";

function digested(text: string): string {
  const digest = createHash("sha256").update(`salt\n${text}`).digest("hex");
  return `sha256:${digest.slice(0, 32)} (${text.length} characters)`;
}

const key = "sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56";
const long = "word ".repeat(60);

test.each([
  ["short values stay", { to: "Bob", amount: 5, ok: true, none: null }, undefined],
  ["a secret by its name", { password: "1234" }, { password: digested("1234") }],
  ["a secret of another type", { apiKey: [1, 2] }, { apiKey: digested("[1,2]") }],
  ["a secret by its looks", { text: `use ${key}` }, { text: digested(`use ${key}`) }],
  ["a long text", { deep: [{ text: long }] }, { deep: [{ text: digested(long) }] }],
  ["a text alone", long, digested(long)],
  [
    "a deep value",
    { a: { b: { c: { d: { e: { f: 1 } } } } } },
    { a: { b: { c: { d: { e: digested('{"f":1}') } } } } },
  ],
])("%s", (_name, args, expected) => {
  const kept = sanitizeArgs(args, "salt");
  expect(kept).toEqual(expected ?? args);
});

test("of a long list only the beginning stays", () => {
  const list = Array.from({ length: 32 }, (_, index) => index);
  expect(sanitizeArgs(list, "salt")).toEqual([...list.slice(0, 30), digested("[30,31]")]);
});

test("the same text has another digest under another salt", () => {
  expect(sanitizeArgs(long, "salt")).not.toBe(sanitizeArgs(long, "other"));
});
