import { expect, test } from "vitest";
import { taskDelete } from "./delete.ts";

test("asks with the to-do's id", () => {
  expect(taskDelete.confirm?.({ id: "t1" }, { language: "en" })).toBe(
    'Delete the to-do "t1" for good?',
  );
});
