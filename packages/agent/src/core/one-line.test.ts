import { expect, test } from "vitest";
import { oneLine } from "./one-line.ts";

test("a line that is too long ends with an ellipsis", () => {
  expect(oneLine(`  a\n\tb ${"x".repeat(300)}`)).toBe(`a b ${"x".repeat(195)}…`);
});
