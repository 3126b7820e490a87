import { expect, test } from "vitest";
import { createEmitter } from "./emitter.ts";

test("news are told to all who listen, and to nobody who has left", () => {
  const heard: string[] = [];
  const news = createEmitter();
  const one = news.subscribe(() => void heard.push("one"));
  news.subscribe(() => void heard.push("two"));
  news.emit();
  one[Symbol.dispose]();
  news.emit();
  expect(heard).toEqual(["one", "two", "two"]);
});

test("who leaves while news are told is not told any more", () => {
  const heard: string[] = [];
  const news = createEmitter();
  news.subscribe(() => {
    second[Symbol.dispose]();
    heard.push("first");
  });
  const second = news.subscribe(() => void heard.push("second"));
  news.emit();
  expect(heard).toEqual(["first"]);
});
