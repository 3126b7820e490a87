import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitRequests } from "./split-requests.ts";

test.each([
  ["Mail Bob and call Ann", ["Mail Bob", "call Ann"]],
  ["Mail Bob. Call Ann!", ["Mail Bob", "Call Ann"]],
  ["Swap 1.5 TON, please", ["Swap 1.5 TON", "please"]],
  ["ruf an und schreib dann", ["ruf an", "schreib dann"]],
  ["найди письмо и удали его", ["найди письмо", "удали его"]],
  ["查邮件，然后提醒我", ["查邮件", "提醒我"]],
  ["open a sandbox", ["open a sandbox"]],
  ["a.b@c.de", ["a.b@c.de"]],
  ["...", []],
])("splits %j into %j", (text, parts) => {
  expect(splitRequests(text)).toEqual(parts);
});

test("what is left of a text stands in it, in its order", () => {
  const words = fc.array(fc.constantFrom("mail", "and", "и", "然后", ". ", ",", "swap"));
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join(" ");
      let from = 0;
      for (const part of splitRequests(text)) {
        const at = text.indexOf(part, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + part.length;
      }
    }),
  );
});
