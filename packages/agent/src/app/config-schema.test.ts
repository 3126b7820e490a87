import { expect, test } from "vitest";
import { configPaths } from "../platform/config-paths.ts";
import { configSchema } from "./config-schema.ts";

test("an empty file is a whole configuration", () => {
  expect(configSchema.parse({})).toEqual({
    agent: {
      model: "offline/rules",
      maxSteps: 5,
      mode: "steer",
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ownerName: "Owner",
    },
    approvals: { expireHours: 24 },
    tools: { timeoutMs: 30_000, maxResultChars: 50_000 },
    web: { searchProvider: "none", blockedPorts: [10_000] },
    storage: { synchronous: "full" },
    log: { level: "info" },
  });
});

test.each(configPaths(configSchema))("$path is explained in a sentence", ({ description }) => {
  expect(description).toMatch(/^.{20,}\.$/s);
});

test.each([
  ["agent", { maxSteps: 51 }],
  ["agent", { maxSteps: 0 }],
  ["agent", { maxSteps: 1.5 }],
  ["agent", { mode: "shout" }],
  ["agent", { model: "gpt" }],
  ["agent", { timeZone: "Mars/Olympus" }],
  ["tools", { timeoutMs: 0 }],
  ["web", { searchProvider: "google" }],
  ["web", { searchProvider: "tavily" }],
  ["web", { searchProvider: "brave", searxngUrl: "http://127.0.0.1:8888" }],
  ["web", { searchProvider: "searxng", apiKey: "k" }],
  ["web", { searchProvider: "searxng", searxngUrl: "file:///etc/passwd" }],
  ["web", { blockedPorts: [0] }],
  ["storage", { synchronous: "off" }],
])("refuses %s %j", (section, settings) => {
  expect(configSchema.safeParse({ [section]: settings }).success).toBe(false);
});

test.each(["Europe/Berlin", "UTC", "Asia/Kolkata"])("takes %s as a time zone", (timeZone) => {
  expect(configSchema.parse({ agent: { timeZone } }).agent.timeZone).toBe(timeZone);
});
