import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { TranscriptItem } from "../../../kernel/transcript.ts";
import { dropImages } from "./drop-images.ts";

const NOTE = "[An image was here; it is no longer shown.]";

function input(text: string, names: readonly string[] = [], bytes = 10): TranscriptItem {
  const images = names.map((id) => ({ id: toId<"image">(id), mediaType: "image/png", bytes }));
  return { type: "input", text, ...(images.length > 0 && { images }) };
}

const step: TranscriptItem = { type: "step", text: "I see.", calls: [] };

test("three images stay, the newest ones", () => {
  const units = [input("one", ["a", "b"]), step, input("two", ["c", "d"]), step, input("three")];
  expect(dropImages(units)).toEqual([
    input(`${NOTE}\none`, ["b"]),
    step,
    input("two", ["c", "d"]),
    step,
    input("three"),
  ]);
});

test("the newest input that has images keeps four, and the older ones then none", () => {
  expect(dropImages([input("one", ["a"]), step, input("two", ["b", "c", "d", "e", "f"])])).toEqual([
    input(`${NOTE}\none`),
    step,
    input(`${NOTE}\ntwo`, ["c", "d", "e", "f"]),
  ]);
});

test("images that together are too large for a request go from the oldest on", () => {
  const large = 11 * 1024 * 1024;
  expect(dropImages([input("one", ["a"], 1), input("two", ["b", "c"], large)])).toEqual([
    input(`${NOTE}\none`),
    input(`${NOTE}\ntwo`, ["c"], large),
  ]);
});

test("what has no images stays as it is", () => {
  const units = [input("one"), step];
  expect(dropImages(units)).toEqual(units);
});
