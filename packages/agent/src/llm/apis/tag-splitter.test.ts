import { array, assert, constantFrom, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { createTagSplitter, type Piece } from "./tag-splitter.ts";

/** Splits a text that arrives in pieces of this length, and joins adjacent texts. */
function split(text: string, length: number): readonly Piece[] {
  const splitter = createTagSplitter(["think", "tool_call"]);
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += length)
    pieces.push(...splitter.push(text.slice(at, at + length)));
  pieces.push(...splitter.end());
  return pieces.reduce<readonly Piece[]>((joined, piece) => {
    const last = joined.at(-1);
    if (last?.type !== "text" || piece.type !== "text") return [...joined, piece];
    return [...joined.slice(0, -1), { type: "text", text: last.text + piece.text }];
  }, []);
}

test("separates bodies from the text around them", () => {
  expect(split("<think>a < b</think>Yes.<tool_call>{}</tool_call> Done", 2)).toEqual([
    { type: "body", tag: "think", text: "a < b" },
    { type: "text", text: "Yes." },
    { type: "body", tag: "tool_call", text: "{}" },
    { type: "text", text: " Done" },
  ]);
});

test("what only looks like a tag is text", () => {
  expect(split("a < b and <thin and <to", 1)).toEqual([
    { type: "text", text: "a < b and <thin and <to" },
  ]);
});

test("a tag that is never closed ends with the text; one that was never opened is left out", () => {
  expect(split("Hm<think>on and on", 3)).toEqual([
    { type: "text", text: "Hm" },
    { type: "body", tag: "think", text: "on and on" },
  ]);
  expect(split("plan</think>Yes.", 3)).toEqual([{ type: "text", text: "planYes." }]);
});

test("how a text is cut does not matter", () => {
  const words = ["<think>", "</think>", "<tool_call>", "</tool_call>", "<", "a", "</", "think>"];
  const text = array(constantFrom(...words)).map((parts) => parts.join(""));
  assert(
    property(text, integer({ min: 1, max: 9 }), (whole, length) => {
      expect(split(whole, length)).toEqual(split(whole, whole.length + 1));
    }),
  );
});

/** CPU microseconds of a body that comes in so many pieces. */
function timeFor(pieces: number): number {
  const splitter = createTagSplitter(["tool_call"]);
  const start = process.cpuUsage();
  splitter.push("<tool_call>");
  for (let at = 0; at < pieces; at += 1) splitter.push('"aaaaaaa');
  return process.cpuUsage(start).user;
}

test("a long body takes time in proportion to its length", () => {
  timeFor(20_000);
  const short = Math.min(timeFor(20_000), timeFor(20_000), timeFor(20_000));
  expect(Math.min(timeFor(160_000), timeFor(160_000))).toBeLessThan(short * 8 * 4);
});
