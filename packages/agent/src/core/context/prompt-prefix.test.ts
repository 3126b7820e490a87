import { expect, test } from "vitest";
import { renderPromptPrefix } from "./prompt-prefix.ts";
import { NO_FILES, type PromptFiles } from "./system-prompt.ts";

function pinnedOf(files: Partial<PromptFiles>): string {
  const material = { ownerName: "Ann", profile: "", rules: "", tools: [], deferred: [] };
  return renderPromptPrefix({ ...material, isPrivate: true, files: { ...NO_FILES, ...files } })
    .pinned;
}

const lines = (count: number) => Array.from({ length: count }, (_, n) => `- entry ${n + 1}`);

test("memory that is too long loses its oldest entries, and keeps the heading of the others", () => {
  const memory = ["# Memory", ...lines(100), "## Preferences", ...lines(200)].join("\n");
  const pinned = pinnedOf({ memory });
  expect(pinned).toContain("… 152 earlier lines\n## Preferences\n- entry 51\n");
  expect(pinned).toContain("- entry 200\n</context>");
  expect(pinned).not.toContain("- entry 50\n");
});

test("a daily log that is too long loses its oldest entries, and keeps its date", () => {
  const logs = [{ date: "2026-01-31", text: lines(150).join("\n") }];
  const pinned = pinnedOf({ logs });
  expect(pinned).toContain("2026-01-31\n… 50 earlier lines\n- entry 51\n");
  expect(pinned).toContain("- entry 150\n</context>");
});

test("memory that is short enough is pinned whole", () => {
  const memory = lines(150).join("\n");
  expect(pinnedOf({ memory })).toContain(`\n${memory}\n</context>`);
});
