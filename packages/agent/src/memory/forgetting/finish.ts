import type { Wait } from "../../kernel/wait.ts";
import type { ErasurePlan, Forgetting } from "../../store/forgetting.ts";
import type { Store } from "../../store/store.ts";
import { createRedactor } from "./create-redactor.ts";
import { type CopyFiles, eraseFiles } from "./erase-files.ts";
import { removeExports } from "./exports.ts";
import type { Folder } from "../../platform/folder.ts";
import { marksIn } from "../knowledge/entry-mark.ts";
import { LOG_FOLDER, MEMORY_FILE } from "../knowledge/paths.ts";
import { MAX_MEMORY_BYTES } from "../knowledge/read-text.ts";

export interface FinishDeps {
  readonly store: Store;
  readonly files: CopyFiles;
  readonly pause: Wait;
}

/** An erasure that has begun, with what is left of it to do. */
export type UnfinishedErasure = Forgetting & { readonly plan: ErasurePlan | undefined };

/** Readers hold the log for the time of a query. */
const TRIES = 50;
const TRY_MS = 100;
const MAX_TIDYING = 100_000;

/**
 * Does the remaining work of an erasure whose turn is over, from wherever an earlier process left it:
 * files, text that the turn produced since, then the bytes of the database. Returns false while its turn
 * still runs, or someone keeps reading.
 */
export async function finishForgetting(
  { id, turn, plan, kind }: UnfinishedErasure,
  { store, files, pause }: FinishDeps,
  signal: AbortSignal,
): Promise<boolean> {
  if (turn && (await store.read.turns.byId(turn))?.state === "running") return false;
  if (plan) {
    const redactor = createRedactor(plan);
    const { tenant, audiences } = plan.reach;
    const people = audiences.map((person) => ({ tenant, person }));
    await removeExports(files.exports, people);
    const sessions = await store.read.forgetting.sessionsOf(plan.reach, plan.turns);
    const erase = () => eraseFiles(plan, redactor, { sessions, files });
    if (kind === "person" && plan.hasFiles) await eraseDailyLogs(files.folder);
    await erase();
    await store.commit("forgotten", (tx) => tx.forgetting.sweep(plan.reach, redactor));
    // A turn that has just ended adds to its transcript at last.
    await erase();
    await store.commit("forgotten", (tx) => tx.forgetting.dropPlan(id));
  }
  for (let more = true, tries = 0; more && tries < MAX_TIDYING && !signal.aborted; tries++)
    more = await store.commit("forgotten", (tx) => tx.passages.tidy());
  const traces = plan && kind !== "person" ? plan.traces : "all";
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    if (await store.scrub(traces)) {
      await store.commit("forgotten", (tx) => tx.forgetting.finish(id));
      return true;
    }
    await pause(TRY_MS, signal);
  }
  return false;
}

/** Removes what the agent wrote down of its owner: the daily logs, and its entries in MEMORY.md. */
async function eraseDailyLogs(folder: Folder): Promise<void> {
  if (await folder.stat(LOG_FOLDER)) await folder.remove(LOG_FOLDER, { recursive: true });
  await folder.makeFolder(LOG_FOLDER);
  if ((await folder.stat(MEMORY_FILE))?.kind !== "file") return;
  await folder.edit(MEMORY_FILE, withoutEntries, { maxBytes: MAX_MEMORY_BYTES });
}

/** Removes entries, which begin with a dash and end with their mark. */
function withoutEntries(text: string): string {
  const lines = text.split("\n");
  const gone = new Set<number>();
  for (const [end, line] of lines.entries()) {
    if (marksIn(line) === undefined) continue;
    const start = lines.findLastIndex((one, at) => at <= end && one.startsWith("- "));
    for (let at = start === -1 ? end : start; at <= end; at++) gone.add(at);
  }
  return lines.filter((_, at) => !gone.has(at)).join("\n");
}
