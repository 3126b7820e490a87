import { CHANGES_JOBS } from "../core/schedule.ts";
import { type Bell, createBell } from "../kernel/bell.ts";
import type { Home } from "../platform/home.ts";
import { openSqlite } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./config-schema.ts";
import { refuseDamage } from "./require-intact-database.ts";

/** The data of a home, and what rings when it changes. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
  /** Rings after each commit. */
  readonly changed: Bell;
  /** Rings after commits that make or change jobs. */
  readonly jobs: Bell;
}

/** Opens a home's data, undamaged. The caller holds the home's lock. */
export async function openStore({
  home,
  config,
}: {
  readonly home: Home;
  readonly config: Config;
}): Promise<OpenedStore> {
  const changed = createBell();
  const jobs = createBell();
  const store = await openSqlite(home.database, {
    ...config.storage,
    onCommit(point, when) {
      if (when === "before") return;
      changed.ring();
      if (CHANGES_JOBS.has(point)) jobs.ring();
    },
  });
  await refuseDamage(store, home);
  return { store, changed, jobs, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}
