import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createGrowingText } from "./growing-text.ts";

const steps = fc.array(
  fc.option(fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t"), maxLength: 4 })),
  { maxLength: 30 },
);

test("a growing text knows its end as a string does", () => {
  fc.assert(
    fc.property(steps, (words) => {
      const growing = createGrowingText();
      let text = "";
      for (const one of words) {
        if (one === null) growing.trimSpaces();
        else growing.append(one);
        text = one === null ? text.replace(/ +$/, "") : text + one;
        expect({
          length: growing.length(),
          trimmed: growing.trimmedLength(),
          newlines: growing.newlines(),
        }).toEqual({
          length: text.length,
          trimmed: text.trimEnd().length,
          newlines: /\n*$/.exec(text)?.[0].length,
        });
      }
      expect(growing.text()).toBe(text);
    }),
  );
});
