import { expect, test } from "vitest";
import { readlaterSave } from "./save.ts";

const accepts = (args: unknown) => readlaterSave.params.safeParse(args).success;

test("something is saved: an address, a text, or both", () => {
  expect(accepts({ tags: ["sea"] })).toBe(false);
  expect(accepts({ url: "https://example.com" })).toBe(true);
  expect(accepts({ text: "On rivers" })).toBe(true);
  expect(accepts({ url: "https://example.com", text: "for Jo" })).toBe(true);
});
