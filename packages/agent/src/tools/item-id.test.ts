import { expect, test } from "vitest";
import { itemId } from "./item-id.ts";

test("an id follows from the call, and another call has another", () => {
  expect(itemId("task", "call-1")).toBe("task-5d7963c4f471");
  expect(itemId("task", "call-1")).toBe(itemId("task", "call-1"));
  expect(itemId("task", "call-2")).not.toBe(itemId("task", "call-1"));
});
