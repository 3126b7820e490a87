import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { hasStopped } from "../work/roster.ts";
import { CHANGES_JOBS } from "../core/schedule.ts";
import { createWakeup, type Wakeup } from "../kernel/wakeup.ts";
import type { Home } from "../platform/home.ts";
import { openSqlite } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./config-schema.ts";
import { Fault } from "@reeve/sdk";

/** The data of a home, and what rings when it changes. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
  /** Rings after each commit. */
  readonly changedWakeup: Wakeup;
  /** Rings after commits that make or change jobs. */
  readonly jobsWakeup: Wakeup;
}

/** The data of a home that this process holds. */
export interface HomeStore extends OpenedStore {
  /** Resolves if the database is removed or replaced; nothing is stored from then on. */
  readonly lost: Promise<Fault>;
}

/** Opens a home's data, undamaged. The caller holds the home's lock. */
export async function openStore({
  home,
  config,
}: {
  readonly home: Home;
  readonly config: Config;
}): Promise<HomeStore> {
  const changedWakeup = createWakeup();
  const jobsWakeup = createWakeup();
  const lost = Promise.withResolvers<Fault>();
  const isNew = !existsSync(home.database);
  const store = await openSqlite(home.database, {
    ...config.storage,
    onLost: lost.resolve,
    onCommit(point, when) {
      if (when === "before") return;
      changedWakeup.notify();
      if (CHANGES_JOBS.has(point)) jobsWakeup.notify();
    },
  });
  if (isNew) await noteCheck(home);
  // A process that stopped by itself left nothing half-written.
  else if (!hasStopped(home.roster)) await requireIntactDatabase(store, home);
  return {
    store,
    changedWakeup,
    jobsWakeup,
    lost: lost.promise,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/**
 * Checks the database if that was not done for a week, while the agent runs, and returns the damage
 * found.
 */
export async function checkWeekly(
  store: Store,
  home: Home,
  now: number,
): Promise<string | undefined> {
  const last = await stat(home.checked).catch(() => undefined);
  if (last && now - last.mtimeMs < WEEK_MS) return undefined;
  return checkNow(store, home);
}

const WEEK_MS = 7 * 86_400_000;

async function checkNow(store: Store, home: Home): Promise<string | undefined> {
  const [damage] = await store.findDamage();
  if (damage === undefined) await noteCheck(home);
  return damage;
}

/** The time of the file is that of the last check. */
async function noteCheck({ checked }: Home): Promise<void> {
  await writeFile(checked, "", { mode: 0o600 });
}

/** A damaged database is not written to: more damage could be done. */
async function requireIntactDatabase(store: Store, home: Home): Promise<void> {
  const damage = await checkNow(store, home);
  if (damage === undefined) return;
  throw new Fault("unavailable", `${home.database} is damaged: ${damage}`, {
    hint: "Restore a backup: reeve restore <file>. The damaged file is kept.",
  });
}
