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

/** Opens a home's data, undamaged. The caller holds the home's lock. */
export async function openStore({
  home,
  config,
}: {
  readonly home: Home;
  readonly config: Config;
}): Promise<OpenedStore> {
  const changedWakeup = createWakeup();
  const jobsWakeup = createWakeup();
  const store = await openSqlite(home.database, {
    ...config.storage,
    onCommit(point, when) {
      if (when === "before") return;
      changedWakeup.notify();
      if (CHANGES_JOBS.has(point)) jobsWakeup.notify();
    },
  });
  await requireIntactDatabase(store, home);
  return {
    store,
    changedWakeup,
    jobsWakeup,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** A damaged database is not written to: more damage could be done. */
async function requireIntactDatabase(store: Store, home: Home): Promise<void> {
  const damage = await store.findDamage();
  if (damage.length === 0) return;
  throw new Fault("unavailable", `${home.database} is damaged: ${damage[0]}`, {
    hint: "Restore a backup: reeve restore <file>. The damaged file is kept.",
  });
}
