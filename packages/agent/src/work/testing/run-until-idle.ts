import { silentLog } from "../../platform/log.ts";
import { runWork, type RunWorkDeps, type WorkItem, type WorkKind } from "../run-work.ts";
import { OPEN_QUARANTINE } from "./open-quarantine.ts";

/** Runs work of a kind until nothing is due and nothing runs any more. Retries have their longest delay. */
export async function runUntilIdle<Item extends WorkItem>(
  kind: WorkKind<Item>,
  deps: Pick<RunWorkDeps, "clock"> & Partial<RunWorkDeps>,
): Promise<void> {
  const stopping = new AbortController();
  let running = 0;
  const watched: WorkKind<Item> = {
    ...kind,
    async run(item, signal) {
      running += 1;
      await kind.run(item, signal).finally(() => (running -= 1));
    },
    async nextDue() {
      if (running === 0) stopping.abort();
      return kind.nextDue();
    },
  };
  const usual = { log: silentLog, random: () => 0, quarantine: OPEN_QUARANTINE };
  await runWork(watched, { ...usual, ...deps }, stopping.signal);
}
