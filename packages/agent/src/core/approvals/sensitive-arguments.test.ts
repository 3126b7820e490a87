import { expect, test } from "vitest";
import { roleOfName, sensitiveArguments } from "./sensitive-arguments.ts";

test.each([
  ["to", "recipient"],
  ["toAddress", "recipient"],
  ["chat_id", "recipient"],
  ["messageText", "body"],
  ["message-text", "body"],
  ["photo  file", "path"],
  ["webhookUrl", "host"],
  ["cmd", "command"],
  ["priceLimit", "amount"],
  ["ID", "target"],
  ["repository", "target"],
  ["color", undefined],
  ["total", undefined],
])("an argument's name tells its role: %s", (name, role) => {
  expect(roleOfName(name)).toBe(role);
});

test("values are found by the names of their arguments, also where these are nested", () => {
  const args = {
    to: ["ann", " ", "bob"],
    amount: 7,
    nano: 8n,
    color: "red",
    body: { title: "Hi", lines: ["a", true] },
    rows: [{ url: "a.example" }, "x"],
    more: { path: "/tmp" },
  };
  expect(sensitiveArguments({}, args)).toEqual([
    { name: "to", role: "recipient", value: "ann" },
    { name: "to", role: "recipient", value: "bob" },
    { name: "amount", role: "amount", value: "7" },
    { name: "nano", role: "amount", value: "8" },
    { name: "body", role: "body", value: "Hi" },
    { name: "body", role: "body", value: "a" },
    { name: "rows", role: "host", value: "a.example" },
    { name: "more", role: "path", value: "/tmp" },
  ]);
  expect(sensitiveArguments({}, "to ann")).toEqual([]);
});

test("what a tool says of its arguments counts instead of their names", () => {
  const tool = { sensitiveArguments: { who: "recipient" } } as const;
  expect(sensitiveArguments(tool, { who: "ann", to: "bob", more: { who: "cid" } })).toEqual([
    { name: "who", role: "recipient", value: "ann" },
  ]);
});

test("where all arguments leave, names that nobody declared leave with them", () => {
  const tool = { sensitiveArguments: { query: "query", "*": "query" } } as const;
  const args = { query: { page: "one" }, "the safe": true };
  expect(sensitiveArguments(tool, args)).toEqual([
    { name: "query", role: "query", value: "page" },
    { name: "query", role: "query", value: "one" },
    { name: "the safe", role: "query", value: "the safe" },
  ]);
});
