import { expect, test } from "vitest";
import { countTokens } from "../../llm/count-tokens.ts";
import { assemble } from "./assemble.ts";
import { renderPromptPrefix } from "./prompt-prefix.ts";
import { NO_FILES, type PromptFiles } from "./system-prompt.ts";

const SMALL = 32_768;

function prefixOf(own: Partial<PromptFiles>, contextTokens = 200_000) {
  const material = { ownerName: "Ann", profile: "Likes tea.", rules: "Rules: 1. Never shout." };
  const files = { ...NO_FILES, ...own };
  const offer = { tools: [], deferred: [] };
  return renderPromptPrefix({ ...material, ...offer, isPrivate: true, files, contextTokens });
}

function pinnedOf(files: Partial<PromptFiles>): string {
  return prefixOf(files).pinned;
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

const LONG = "the meeting takes place in the large room, and everybody brings their own notes, ";
const longLines = (count: number) => lines(count).map((line) => `${line}: ${LONG.repeat(3)}`);

test("in a small window, long memory and logs lose their oldest entries, and all else is whole", () => {
  const memory = ["# Memory", ...longLines(120)].join("\n");
  const logs = [{ date: "2026-01-31", text: longLines(90).join("\n") }];
  const { system, pinned } = prefixOf({ memory, logs, user: "Ann is a pilot." }, SMALL);
  const request = assemble(
    { requestId: "r", system: [...system, pinned], history: [], turn: [], tools: [] },
    SMALL,
  );
  expect(request.system).toEqual([...system, pinned]);
  const [, memoryLeft = "", logLeft = ""] = pinned.split("<context type=");
  expect(memoryLeft).toMatch(/^"memory">\n… \d+ earlier lines\n# Memory\n- entry \d+: /);
  expect(memoryLeft).toContain("\n- entry 120: ");
  expect(logLeft).toMatch(/^"daily-log">\n2026-01-31\n… \d+ earlier lines\n- entry \d+: /);
  expect(logLeft).toContain("\n- entry 90: ");
  expect(pinned).toMatch(/^Rules: 1\. Never shout\.\n/);
  expect(pinned).toMatch(/"user">\nAnn is a pilot\..*"profile">\nLikes tea\.\n<\/context>$/s);
  const used = [...system, pinned].reduce((sum, text) => sum + countTokens(text), 0);
  expect([used / (SMALL / 4) > 0.95, used <= SMALL / 4]).toEqual([true, true]);
});

test("in a small window, a file without entries loses its end, and so does an entry that is too long", () => {
  const entry = `- entry: ${"one word after another ".repeat(4000)}`;
  const { system, pinned } = prefixOf({ identity: entry, memory: `- older\n${entry}` }, SMALL);
  const [, memory = "", identity = ""] = pinned.split("<context type=");
  const mark = /\n\[… \d+ characters omitted …\]\n<\/context>\n$/;
  expect(memory).toMatch(/^"memory">\n… 1 earlier lines\n- entry: one word/);
  expect(memory).toMatch(mark);
  expect(identity).toMatch(/^"identity">\n- entry: one word/);
  expect(identity).toMatch(mark);
  const sections = [...system, pinned];
  const material = { requestId: "r", history: [], turn: [], tools: [] };
  expect(assemble({ ...material, system: sections }, SMALL).system).toEqual(sections);
});

test("long files of the owner leave the memory its even share", () => {
  const memory = longLines(120).join("\n");
  const { system, pinned } = prefixOf({ memory, soul: LONG.repeat(600) }, SMALL);
  const material = { requestId: "r", history: [], turn: [], tools: [] };
  const request = assemble({ ...material, system: [...system, pinned] }, SMALL);
  expect(request.system.at(-1)).toBe(pinned);
  expect(pinned).toContain("\n- entry 120: ");
});
