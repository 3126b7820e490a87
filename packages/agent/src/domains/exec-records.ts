import type { Clock } from "../kernel/clock.ts";
import type { NewId } from "../kernel/ids.ts";
import type { CommandEnd, NewCommand } from "../store/turns/exec-records.ts";
import type { Store } from "../store/store.ts";
import { attempt } from "../kernel/attempt.ts";

export interface RecordDeps {
  readonly store: Pick<Store, "commit">;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Recorded outcome of a command that ran. */
export type Outcome = Omit<CommandEnd, "durationMs">;

/** Maximum number of characters to record of each output. */
const RECORDED_CHARS = 4000;

/**
 * Runs a command with a record: the record exists before `work` starts and is completed with `outcomeOf`
 * its result, or with the error if `work` rejects. A process that dies in between leaves a record with
 * `started`.
 */
export async function withExecRecord<Result>(
  command: Omit<NewCommand, "id" | "startedAt">,
  { store, clock, newId }: RecordDeps,
  {
    work,
    outcomeOf,
  }: {
    readonly work: () => Promise<Result>;
    readonly outcomeOf: (result: Result) => Outcome;
  },
): Promise<Result> {
  const id = newId();
  const startedAt = clock.now();
  await store.commit("run-command", (tx) => tx.execRecords.start({ ...command, id, startedAt }));
  const settled = await attempt(work());
  const outcome =
    settled.status === "fulfilled" ? outcomeOf(settled.value) : refusal(settled.reason);
  const durationMs = clock.now() - startedAt;
  await store.commit("run-command", (tx) =>
    tx.execRecords.end(id, {
      ...outcome,
      stdout: outcome.stdout && shorten(outcome.stdout),
      stderr: outcome.stderr && shorten(outcome.stderr),
      durationMs,
    }),
  );
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

function refusal(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error);
  return { state: "refused", exitCode: null, reason, stdout: null, stderr: null };
}

/** Its beginning and its end. */
function shorten(text: string): string {
  if (text.length <= RECORDED_CHARS) return text;
  const half = RECORDED_CHARS / 2;
  const gap = `[… ${text.length - RECORDED_CHARS} characters omitted …]`;
  return `${text.slice(0, half)}\n${gap}\n${text.slice(-half)}`;
}
