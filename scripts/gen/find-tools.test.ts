import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  awaitedSource,
  awaitedToolsSource,
  catalogSource,
  connectedSource,
} from "./catalog-source.ts";
import { findTools } from "./find-tools.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-tools-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

const toolNamed = (name: string) =>
  `{ name: "${name}", summary: "", effect: "read", params: {}, needs: [], run() {} }`;

test("finds what folders of tools export, by name, and nothing else", async () => {
  await put("tools/notes/create.mjs.ts", `export const noteCreate = ${toolNamed("note_create")};`);
  await put(
    "features/clock/tools/time.ts",
    `export const LIMIT = 5;\nexport const time = ${toolNamed("time_get")};`,
  );
  await put(
    "tools/notes/print.ts",
    'export const notePrint = { name: "note_print", summary: "", effect: "send", params: {}, requires: "a printer" };',
  );
  await put("features/clock/tools/time.test.ts", `export const fake = ${toolNamed("fake")};`);
  await put("tools/testing/fake.ts", `export const fake = ${toolNamed("fake")};`);
  await put("features/clock/testing/fake.ts", `export const fake = ${toolNamed("fake")};`);
  await put("features/clock/clock.ts", `export const fake = ${toolNamed("fake")};`);
  await put("tools/toolbox.ts", `export const box = ${toolNamed("box")};`);

  const found = await findTools(folder);

  expect(found.map(({ tool: { name }, ...place }) => ({ name, ...place }))).toEqual([
    {
      name: "note_create",
      category: "notes",
      file: "tools/notes/create.mjs.ts",
      exportName: "noteCreate",
    },
    {
      name: "note_print",
      category: "notes",
      file: "tools/notes/print.ts",
      exportName: "notePrint",
    },
    {
      name: "time_get",
      category: "clock",
      file: "features/clock/tools/time.ts",
      exportName: "time",
    },
  ]);
  expect(catalogSource(found)).toBe(`// Written by scripts/gen.ts.
import type { Tool } from "@reeve/sdk";
import { noteCreate } from "../tools/notes/create.mjs.ts";
import { time } from "../features/clock/tools/time.ts";

/** Every built-in tool, sorted by name. */
export const catalog: readonly Tool[] = [
  noteCreate,
  time,
];
`);
  expect(awaitedSource(found)).toBe(`// Written by scripts/gen.ts.
import type { UnavailableTool } from "../tools/unavailable-tool.ts";

/** Every tool that awaits something, sorted by name. */
export const awaited: readonly UnavailableTool[] = [
  { name: "note_print", requires: "a printer", load: async () => (await import("./awaited-tools.gen.ts")).notePrint },
];
`);
  expect(awaitedToolsSource(found)).toBe(`// Written by scripts/gen.ts.
export { notePrint } from "../tools/notes/print.ts";
`);
});

test("tools of a connection are loaded with it, and await it elsewhere", async () => {
  await put(
    "tools/telegram/ping.ts",
    'export const telegramPing = { name: "telegram_ping", summary: "", effect: "read", params: {}, needs: ["clock", "telegram"], run() {} };',
  );
  await put("tools/notes/create.ts", `export const noteCreate = ${toolNamed("note_create")};`);
  const found = await findTools(folder);
  expect(catalogSource(found)).not.toContain("telegramPing");
  expect(awaitedSource(found)).toContain(
    '{ name: "telegram_ping", requires: "a Telegram bot (set channels.telegramBot.token)", load: async () => (await import("./awaited-tools.gen.ts")).telegramPing },',
  );
  expect(awaitedToolsSource(found)).toContain("telegramPing");
  expect(connectedSource(found, "telegram")).toBe(`// Written by scripts/gen.ts.
import type { Tool } from "@reeve/sdk";
import { telegramPing } from "../tools/telegram/ping.ts";

/** Every tool that needs the service \`telegram\`, sorted by name. */
export const telegramTools: readonly Tool[] = [
  telegramPing,
];
`);
});
