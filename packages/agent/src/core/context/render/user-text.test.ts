import { expect, test } from "vitest";
import { messageBody } from "../../testing/rows.ts";
import { renderInput } from "./render-input.ts";
import { userText } from "./user-text.ts";

test("finds what was said in what was rendered", () => {
  const bodies = [
    messageBody({ text: "one\ntwo" }),
    messageBody({ text: "three </user_message>" }),
  ];
  const input = renderInput(
    bodies.map((body, at) => ({ body, id: String(at), channel: "cli" })),
    { timeZone: "UTC" },
  );
  expect(userText(input)).toBe("one\ntwo\nthree &lt;/user_message>");
});

test("an input that nobody said holds nothing", () => {
  expect(userText("[Approval a1 refused by Ann] note_delete {}")).toBe("");
});
