import { expect, test } from "vitest";
import { texts } from "../../platform/texts.ts";
import { formatState } from "./status.ts";

test.each([
  [{ down: false, open: 0, taken: 0 }, "Everything is working."],
  [{ down: false, open: 0, taken: 1 }, "I'm working on 1 message."],
  [{ down: false, open: 2, taken: 1 }, "I'm waiting for your answer to 2 questions."],
  [{ down: true, open: 2, taken: 1 }, "The model is down, so messages have to wait."],
])("of %j, the first sentence says what matters most", (state, sentence) => {
  expect(formatState(state, texts("en").status)).toBe(sentence);
});
