import type { Kernel } from "../../store/kernel.ts";
import type { WorkItem } from "../../work/run-work.ts";
import type { RetentionRule } from "../config.ts";
import { applyRetention } from "./apply-retention.ts";
import type { CopyFiles } from "./erase-files.ts";
import { removeOldExports } from "./exports.ts";
import { removeOldRows } from "./remove-old-rows.ts";

export interface RetentionDeps extends Kernel {
  readonly files: Pick<CopyFiles, "exports">;
  readonly retention: readonly RetentionRule[];
  /** Age in days from which rows of the agent's own work are removed; 0 keeps all. */
  readonly retentionDays: number;
}

/** One kind of data that is removed by age. A run does a part, so that erasures can be finished in between. */
export interface RetentionDuty extends WorkItem {
  run(signal: AbortSignal): Promise<void>;
}

export interface Retention {
  /** Returns the duties that are due: each once an hour, and at once until it is done. */
  due(): readonly RetentionDuty[];
  /** Returns when the next duty becomes due, in Unix milliseconds. */
  nextDue(): number;
  /** Makes all duties due, because the settings have changed. */
  wake(): void;
}

const INTERVAL_MS = 60 * 60_000;

/** Removal of old data by the retention settings: messages and images, rows of the agent's own work, exports. */
export function retention(deps: RetentionDeps): Retention {
  const { store, clock, newId, files, retention: rules, retentionDays: days } = deps;
  let oldRows: AsyncGenerator<void> | undefined;
  /** Each does a part of its work, and returns whether it is done. */
  const duties: Readonly<Record<string, (now: number) => Promise<boolean>>> = {
    async exports(now) {
      await removeOldExports(files.exports, now);
      return true;
    },
    messages: async (now) => !(await applyRetention({ store, rules, now, newId })),
    async rows(now) {
      oldRows ??= removeOldRows({ store, days, now });
      const { done } = await oldRows.next();
      if (done) oldRows = undefined;
      return done === true;
    },
  };
  const doneAt = new Map<string, number>();
  const dueOf = (name: string) => (doneAt.get(name) ?? -Infinity) + INTERVAL_MS;
  return {
    due() {
      const names = Object.keys(duties).filter((name) => dueOf(name) <= clock.now());
      return names.map((name) => ({
        id: name,
        async run() {
          const now = clock.now();
          if (await duties[name]?.(now)) doneAt.set(name, now);
        },
      }));
    },
    nextDue: () => Math.min(...Object.keys(duties).map(dueOf)),
    wake: () => doneAt.clear(),
  };
}
