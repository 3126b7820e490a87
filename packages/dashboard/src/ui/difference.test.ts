import { expect, test } from "vitest";
import { differenceOf } from "./difference.tsx";

function difference(before: string, after: string): string {
  const signs = { same: " ", added: "+", removed: "-" };
  return differenceOf(before.split(""), after.split(""))
    .map(({ kind, text }) => signs[kind] + text)
    .join("");
}

test.each([
  ["", "", ""],
  ["abc", "abc", " a b c"],
  ["abc", "abxc", " a b+x c"],
  ["abc", "ac", " a-b c"],
  ["", "ab", "+a+b"],
  ["ab", "", "-a-b"],
  ["abcabba", "cbabac", "-a-b c-a b+a b a+c"],
])("%j to %j is %j", (before, after, wanted) => {
  expect(difference(before, after)).toBe(wanted);
});
