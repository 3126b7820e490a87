import { watch } from "node:fs/promises";
import { OVER, type Wait } from "../../kernel/wait.ts";

/** Time without a change after which files are complete, in milliseconds. */
const QUIET_MS = 200;

export interface WatchOptions {
  readonly signal: AbortSignal;
  readonly pause: Wait;
  readonly onChange: () => void;
  /** Called when the folder cannot be watched any longer. */
  readonly onEnd: (error: unknown) => void;
}

/** Calls `onChange` after files in a folder have changed, once for changes that follow each other. */
export function watchFolder(
  folder: string,
  { signal, pause, onChange, onEnd }: WatchOptions,
): void {
  let waiting = new AbortController();
  const settle = async () => {
    waiting.abort(OVER);
    const quiet = new AbortController();
    waiting = quiet;
    await pause(QUIET_MS, AbortSignal.any([signal, quiet.signal]));
    if (!quiet.signal.aborted && !signal.aborted) onChange();
  };
  const follow = async () => {
    const events = watch(folder, { recursive: true, signal });
    while (!(await events.next()).done) void settle();
  };
  void follow().catch((error: unknown) => {
    if (!signal.aborted) onEnd(error);
  });
}
