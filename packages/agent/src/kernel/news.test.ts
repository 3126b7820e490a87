import { expect, test } from "vitest";
import { createNews } from "./news.ts";

test("news are told to all who listen, and to nobody who has left", () => {
  const heard: string[] = [];
  const news = createNews();
  const one = news.listen(() => void heard.push("one"));
  news.listen(() => void heard.push("two"));
  news.tell();
  one[Symbol.dispose]();
  news.tell();
  expect(heard).toEqual(["one", "two", "two"]);
});

test("who leaves while news are told is not told any more", () => {
  const heard: string[] = [];
  const news = createNews();
  news.listen(() => {
    second[Symbol.dispose]();
    heard.push("first");
  });
  const second = news.listen(() => void heard.push("second"));
  news.tell();
  expect(heard).toEqual(["first"]);
});
