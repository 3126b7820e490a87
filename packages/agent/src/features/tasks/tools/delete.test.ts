import { expect, test } from "vitest";
import { taskDelete } from "./delete.ts";

test("asks with the task's id", () => {
  expect(taskDelete.confirm?.({ id: "t1" }, { language: "en" })).toBe(
    'Permanently delete the task "t1"?',
  );
});
