import { expect, test } from "vitest";
import { renderOpening } from "./opening.ts";

const message = {
  kind: "message",
  text: "hello",
  name: "Ann [Arbor]\n",
  role: "owner",
  sentAt: 0,
  sender: "9",
  username: "ann",
} as const;

test("a session begins with who speaks and how much is remembered", () => {
  const memory = { lines: 12, days: 1, notes: 0 };
  expect(renderOpening({ message, timeZone: "Europe/Berlin", memory })).toBe(
    "[You talk with Ann Arbor (@ann, id:9). Times are in Europe/Berlin.]\n" +
      "[You remember: 12 lines in MEMORY.md, 1 day with a log, 0 notes.]",
  );
});

test("whom each message names is not named once more", () => {
  const { username: _, ...plain } = message;
  expect(renderOpening({ message: plain, timeZone: "UTC", memory: undefined })).toBe("");
  expect(renderOpening({ message: undefined, timeZone: "UTC", memory: undefined })).toBe("");
});
