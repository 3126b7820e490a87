import { expect, test } from "vitest";
import { ownId } from "./own-id.ts";

test("an id follows from the call, and another call has another", () => {
  expect(ownId("task", "call-1")).toBe("task-5d7963c4f471");
  expect(ownId("task", "call-1")).toBe(ownId("task", "call-1"));
  expect(ownId("task", "call-2")).not.toBe(ownId("task", "call-1"));
});
