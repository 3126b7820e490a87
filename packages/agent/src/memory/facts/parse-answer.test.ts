import { expect, test } from "vitest";
import { parseAnswer } from "./parse-answer.ts";

const fact = { kind: "fact", tier: "long-term", text: "Ann lives in Rome.", evidence: [1] };

function answerOf(...facts: readonly unknown[]): string {
  return JSON.stringify({ facts });
}

test("an answer in the form is read, also out of a block of code", () => {
  const whole = { ...fact, subject: "Ann", same: null, replaces: ["f1"] };
  const read = { proposals: [whole, fact], malformed: 0 };
  expect(parseAnswer(answerOf(whole, fact))).toEqual(read);
  expect(parseAnswer(`\n\`\`\`json\n${answerOf(whole, fact)}\n\`\`\`\n`)).toEqual(read);
  expect(parseAnswer('{"facts":[]}')).toEqual({ proposals: [], malformed: 0 });
});

test.each([
  ["an unknown field", { ...fact, audience: "owner" }],
  ["an unknown kind", { ...fact, kind: "order" }],
  ["an unknown tier", { ...fact, tier: "forever" }],
  ["no evidence", { ...fact, evidence: [] }],
  ["evidence that is no number", { ...fact, evidence: ["1"] }],
  ["no text", { ...fact, text: " " }],
  ["too long a text", { ...fact, text: "x".repeat(401) }],
  ["something that is no object", "Ann lives in Rome."],
])("a fact with %s is left out, and counted", (_what, malformed) => {
  expect(parseAnswer(answerOf(malformed, fact))).toEqual({ proposals: [fact], malformed: 1 });
});

test.each([
  "Ann lives in Rome.",
  "",
  "[]",
  '{"facts":{}}',
  '{"facts":[],"note":"done"}',
  `Here it is: ${answerOf(fact)}`,
  answerOf(...Array.from({ length: 21 }, () => fact)),
])("an answer like %j teaches nothing", (text) => {
  expect(parseAnswer(text)).toEqual({ proposals: [], malformed: 1 });
});
