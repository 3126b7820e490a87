import { Fault } from "@reeve/sdk";
import type { Home } from "../platform/home.ts";
import type { Store } from "../store/store.ts";

/** A damaged database is not written to: more damage could be done. */
export async function requireIntactDatabase(store: Store, home: Home): Promise<void> {
  const damage = await store.findDamage();
  if (damage.length === 0) return;
  throw new Fault("unavailable", `${home.database} is damaged: ${damage[0]}`, {
    hint: "Restore a backup: reeve restore <file>. The damaged file is kept.",
  });
}
