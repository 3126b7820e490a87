import { expect, test } from "vitest";
import { tellItem } from "./tell-item.ts";

const item = { id: "r1", title: "Tides", tags: [], status: "unread", createdAt: 1 } as const;

test("what goes without saying is left out", () => {
  expect(tellItem(item)).toEqual({ id: "r1", title: "Tides", status: "unread" });
  expect(tellItem({ ...item, url: "https://a.example", tags: ["sea"], doneAt: 2 })).toEqual({
    id: "r1",
    title: "Tides",
    url: "https://a.example",
    tags: ["sea"],
    status: "unread",
  });
});

test("a long text is cut", () => {
  const { text } = tellItem({ ...item, text: "x".repeat(501) });
  expect(text).toBe(`${"x".repeat(499)}…`);
});
