import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { CallOutcome } from "../../tools/run-call.ts";
import { shapeResult } from "./shape-result.ts";

const shape = (outcome: CallOutcome, maxChars = 50_000) =>
  shapeResult(outcome, { maxChars, artifactId: toId("a1") });

test("text stays as it is, and anything else becomes JSON", () => {
  expect(shape({ type: "value", value: "two\nlines" })).toEqual({
    result: { type: "value", text: "two\nlines" },
    summary: "two lines",
    artifact: undefined,
  });
  expect(shape({ type: "value", value: { sent: 1 } }).result).toEqual({
    type: "value",
    text: '{"sent":1}',
  });
  expect(shape({ type: "value", value: undefined }).result).toEqual({
    type: "value",
    text: "done",
  });
});

test("a fault keeps its code and tells its hint", () => {
  expect(shape({ type: "fault", code: "missing", message: "No note.", hint: "List." })).toEqual({
    result: { type: "fault", code: "missing", text: "No note. List." },
    summary: "No note. List.",
    artifact: undefined,
  });
});

test("an aborted call says so", () => {
  expect(shape({ type: "aborted" })).toEqual({
    result: { type: "aborted" },
    summary: "stopped",
    artifact: undefined,
  });
});

test("at the limit a result is shown, one character more and it is stored whole", () => {
  const text = "x".repeat(50_000);
  expect(shape({ type: "value", value: text }).artifact).toBeUndefined();

  const shaped = shape({ type: "value", value: `${text}y` });
  expect(shaped.artifact).toEqual({ id: "a1", content: `${text}y` });
  expect(shaped.summary).toBe("50001 characters, stored");
  expect(shaped.result).toEqual({
    type: "value",
    text: JSON.stringify({
      artifact: "a1",
      totalChars: 50_001,
      head: "x".repeat(4000),
      tail: `${"x".repeat(999)}y`,
      note: "The result was too long to show in full. Read the rest with artifact_read.",
    }),
  });
});

test("what a long result says about itself stays whole", () => {
  const value = { summary: "3 pages", message: "Read the second.", pages: "x".repeat(60_000) };
  const { result, summary } = shape({ type: "value", value });
  expect(summary).toBe("3 pages");
  expect(JSON.parse(result.type === "value" ? result.text : "")).toMatchObject({
    summary: "3 pages",
    message: "Read the second.",
  });
});

test("whatever a tool returns, people get one line of at most 200 characters, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue()), fc.nat(100), (value, maxChars) => {
      const { summary, artifact, result } = shape({ type: "value", value }, maxChars);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      expect(summary).not.toMatch(/[\n\r]/);
      expect(summary.length).toBeLessThanOrEqual(200);
      expect(artifact?.content ?? (result.type === "value" && result.text)).toBe(text);
    }),
  );
});
