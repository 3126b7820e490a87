import { expect, test } from "vitest";
import { formatItem } from "./format-item.ts";

const item = { id: "r1", title: "Tides", tags: [], status: "unread", createdAt: 1 } as const;

test("what goes without saying is left out", () => {
  expect(formatItem(item)).toEqual({ id: "r1", title: "Tides", status: "unread" });
  expect(formatItem({ ...item, url: "https://a.example", tags: ["sea"], doneAt: 2 })).toEqual({
    id: "r1",
    title: "Tides",
    url: "https://a.example",
    tags: ["sea"],
    status: "unread",
  });
});

test("a long text is cut", () => {
  const { text } = formatItem({ ...item, text: "x".repeat(501) });
  expect(text).toBe(`${"x".repeat(499)}…`);
});
