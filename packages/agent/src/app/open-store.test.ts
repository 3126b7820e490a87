import { mkdir, mkdtemp, open, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRoster } from "../work/roster.ts";
import { type Home, resolveHome } from "../platform/home.ts";
import { addPeople } from "../store/testing/rows.ts";
import { configSchema } from "./config-schema.ts";
import { checkWeekly, openStore } from "./open-store.ts";

const DAY_MS = 86_400_000;
const config = configSchema.parse({});

let home: Home;
beforeEach(async () => {
  home = resolveHome({ REEVE_HOME: await mkdtemp(path.join(tmpdir(), "reeve-home-")) }, "/");
  await mkdir(home.root, { recursive: true });
});
afterEach(() => rm(home.root, { recursive: true }));

/** Overwrites a page of the database, as a broken disk would. */
async function damage(): Promise<void> {
  await using file = await open(home.database, "r+");
  const { size } = await file.stat();
  const page = 4096;
  await file.write(Buffer.alloc(page, 0xff), 0, page, size - page);
}

async function createDatabase(): Promise<void> {
  await using opened = await openStore({ home, config });
  await addPeople(opened.store);
}

test("after a crash a damaged database is refused, and after a stop it is not checked at the start", async () => {
  await createDatabase();
  await damage();
  openRoster(home.roster, "boot");
  await expect(openStore({ home, config })).rejects.toMatchObject({
    code: "unavailable",
    hint: "Restore a backup: reeve restore <file>. The damaged file is kept.",
  });
  openRoster(home.roster, "boot").close();
  await using opened = await openStore({ home, config });
  expect(opened.store.commits).toBe(0);
});

test("the database is checked once a week while the agent runs", async () => {
  await createDatabase();
  openRoster(home.roster, "boot").close();
  await damage();
  await using opened = await openStore({ home, config });
  const { mtimeMs } = await stat(home.checked);
  const check = (days: number) => checkWeekly(opened.store, home, mtimeMs + days * DAY_MS);
  expect(await check(6)).toBe(undefined);
  expect(await check(8)).toMatch(/./);
  // A damaged one is found again, whenever it is asked for.
  expect(await check(9)).toMatch(/./);
  await utimes(home.checked, 0, 0);
  expect(await checkWeekly(opened.store, home, DAY_MS)).toBe(undefined);
});
