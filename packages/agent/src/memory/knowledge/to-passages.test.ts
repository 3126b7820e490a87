import { expect, test } from "vitest";
import { toPassages } from "./to-passages.ts";

const mark = "<!-- id:5d7963c4f471e142 -->";
const tainted = "<!-- id:5d7963c4f471e142 by:stranger -->";
const modifiedAt = Date.parse("2026-11-22T08:00:00Z");

test("tells the owner's text from what the agent wrote, and keeps who stood behind it", () => {
  const text = `# Memory\n\n## Tea\n\nGreen.\n\n- No milk. ${mark}\n\n- Told so. ${tainted}\n`;
  const file = {
    path: "MEMORY.md",
    text,
    format: "markdown",
    modifiedAt,
    timeZone: "UTC",
  } as const;
  expect(toPassages(file)).toEqual([
    { kind: "memory", integrity: "owner", at: modifiedAt, text: "# Memory\n\n## Tea\n\nGreen." },
    { kind: "learned", integrity: "owner", at: modifiedAt, text: "Memory > Tea: - No milk." },
    { kind: "learned", integrity: "stranger", at: modifiedAt, text: "Memory > Tea: - Told so." },
  ]);
});

test("dates a day's log by its day, keeps its session notes, and leaves out summaries", () => {
  const text = `# 2026-11-20\n\n## Log\n\n- 12:00 Rain. ${mark}\n\n## Session s-1\n\n- 12:10 Porto. ${mark}\n\n## Sessions\n\n- 23:00 A day in short. ${mark}\n`;
  const path = "memory/2026-11-20.md";
  const at = Date.parse("2026-11-20T11:00:00Z");
  const file = { path, text, format: "markdown", modifiedAt, timeZone: "Europe/Berlin" } as const;
  expect(toPassages(file)).toEqual([
    { kind: "learned", integrity: "owner", at, text: "# 2026-11-20\n\n## Log\n\n- 12:00 Rain." },
    {
      kind: "session",
      integrity: "owner",
      at,
      text: "2026-11-20: ## Session s-1\n\n- 12:10 Porto.",
    },
  ]);
});

test("has no passages of an empty file, nor of a day on which nothing was written", () => {
  const day = { path: "memory/2026-11-20.md", text: "# 2026-11-20\n", modifiedAt } as const;
  expect(toPassages({ ...day, format: "markdown", timeZone: "UTC" })).toEqual([]);
  const file = { path: "knowledge/a.txt", text: " \n\n", format: "plain", modifiedAt } as const;
  expect(toPassages({ ...file, timeZone: "UTC" })).toEqual([]);
});
