import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { TranscriptItem } from "../../../kernel/transcript.ts";
import { costOfAll } from "../tokens/estimate-tokens.ts";
import { fitUnits } from "./fit-units.ts";

const input = (text: string): TranscriptItem => ({ type: "input", text });
const looked = (text: string, args: unknown = {}): TranscriptItem => ({
  type: "step",
  text: "",
  calls: [{ id: "c", name: "look", args, result: { type: "value", text } }],
  meta: { signature: "s" },
});

test("what fits stays as it is", () => {
  const units = [input("hello"), looked("seen")];
  expect(fitUnits(units, 500)).toBe(units);
});

test("the longest text is cut, and everything else stays", () => {
  const [first, second, ...rest] = fitUnits(
    [input("hello"), looked("b".repeat(5000)), looked("short")],
    400,
  );
  expect([first, ...rest]).toEqual([input("hello"), looked("short")]);
  expect(second).toEqual(looked(expect.stringMatching(/^b+\n\[… \d+ characters .*\]\nb+$/)));
});

test("a newest input that is too long keeps its head and its tail", () => {
  const [unit] = fitUnits([input(`first ${"words ".repeat(900)}last`)], 100);
  expect(unit?.text).toMatch(/^first words .*\n\[… \d+ characters omitted …\]\n.* last$/s);
});

test("arguments that are too long stay an object", () => {
  const [, step] = fitUnits([input("write"), looked("done", { text: "word ".repeat(900) })], 200);
  expect(step).toEqual(looked("done", { cut: expect.stringContaining("characters omitted") }));
});

test("where cutting is not enough the oldest steps go, then the oldest inputs", () => {
  const steps = Array.from({ length: 30 }, (_, index) => looked(`result ${index}`));
  const fitted = fitUnits([input("old"), ...steps, input("new")], 300);
  expect(fitted.at(0)).toEqual(input("old"));
  expect(fitted.at(-1)).toEqual(input("new"));
  expect(fitted.slice(1, -1)).toEqual(steps.slice(32 - fitted.length));
  expect(costOfAll(fitted)).toBeLessThanOrEqual(300);
  expect(fitUnits([input("old ".repeat(99)), input("new")], 20)).toEqual([input("new")]);
});

test("images go before whole units do, the oldest first", () => {
  const images = ["a", "b"].map((id) => ({
    id: toId<"image">(id),
    mediaType: "image/png",
    bytes: 1,
  }));
  const old = { ...input("look"), images };
  const newest = { ...input("and at this"), images: images.slice(1) };
  const note = "[An image was here; it is no longer shown.]";

  expect(fitUnits([old, looked("seen"), newest], 4000)).toEqual([
    { ...input(`${note}\nlook`), images: images.slice(1) },
    looked("seen"),
    newest,
  ]);
  expect(fitUnits([old, looked("seen"), newest], 1000)).toEqual([
    input(`${note}\n${note}\nlook`),
    looked("seen"),
    input(`${note}\nand at this`),
  ]);
});
