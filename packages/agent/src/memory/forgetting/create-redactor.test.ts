import { expect, test } from "vitest";
import { createRedactor } from "./create-redactor.ts";

const SAID = "Please remember: my locker code at the gym is 7481-KILO.";
const { redact, redactJson } = createRedactor({
  texts: [SAID],
  parts: [SAID],
  phrases: ["7481-KILO", "7481"],
});

test.each([
  ["the text", SAID, "[forgotten]."],
  ["another case and other marks", "please REMEMBER my locker code at the gym is…", "[forgotten]…"],
  [
    "a text that was cut off",
    "[User] Please remember: my locker code at the gym i…",
    "[User] [forgotten] i…",
  ],
  ["the phrase in other words", "Locker code: 7481-KILO", "Locker code: [forgotten]"],
  ["the phrase written apart", "It is 7481 kilo!", "It is [forgotten]!"],
  ["a neighbour", "My locker is at the gym.", "My locker is at the gym."],
  ["a longer word", "Order 74815", "Order 74815"],
  ["an id", "0b3c7481-7481-4481-8481-0123456789ab", "0b3c7481-7481-4481-8481-0123456789ab"],
])("takes the traces out of %s", (_what, text, left) => {
  expect(redact(text)).toBe(left);
});

test("texts of JSON keep their shape, also where one holds another", () => {
  const inner = JSON.stringify({ hits: [{ text: SAID, at: 7 }] });
  expect(JSON.parse(redactJson(JSON.stringify({ type: "value", text: inner, n: 7481 })))).toEqual({
    type: "value",
    text: JSON.stringify({ hits: [{ text: "[forgotten].", at: 7 }] }),
    n: "[forgotten]",
  });
  const untouched = '{ "a":1, "b": "my locker" }';
  expect(redactJson(untouched)).toBe(untouched);
});

test("line breaks of JSON that was cut off do not hide a copy", () => {
  const { redact: cut } = createRedactor({
    texts: ["one two\nthree four"],
    parts: [],
    phrases: [],
  });
  expect(cut('{"text":"one two\\nthree four","mo')).toBe('{"text":"[forgotten]","mo');
});

test("scripts without spaces are compared character by character", () => {
  const chinese = createRedactor({
    texts: ["我的储物柜密码写在红色本子上"],
    parts: [],
    phrases: [],
  });
  expect(chinese.redact("你说:我的储物柜密码写在红色本子上。")).toBe("你说:[forgotten]。");
  expect(chinese.redact("我的储物柜在哪里?")).toBe("我的储物柜在哪里?");
});

test("a short text is taken for no trace of itself", () => {
  expect(
    createRedactor({ texts: ["yes", "oh no"], parts: ["yes"], phrases: [] }).redact("yes, oh no"),
  ).toBe("yes, oh no");
});

test("what changes holds an anchor", () => {
  const long = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
  const { anchors = [], redact: take } = createRedactor({
    texts: [],
    parts: [long],
    phrases: ["Ab12"],
  });
  const words = long.split(" ");
  for (let at = 0; at + 8 <= words.length; at++) {
    const part = words.slice(at, at + 8).join(" ");
    expect(take(part)).toBe("[forgotten]");
    expect(anchors.some((anchor) => part.includes(anchor))).toBe(true);
  }
  expect(anchors).toContain("ab12");
});
