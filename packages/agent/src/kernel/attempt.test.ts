import { expect, test } from "vitest";
import { attempt } from "./attempt.ts";

test("work that fails has its error as outcome, and work that ends has its value", async () => {
  const error = new Error("No.");
  expect(await attempt(Promise.reject(error))).toEqual({ status: "rejected", reason: error });
  expect(await attempt(Promise.resolve(7))).toEqual({ status: "fulfilled", value: 7 });
});
