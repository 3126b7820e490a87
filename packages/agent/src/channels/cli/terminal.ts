import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import { createTerminalSession } from "./terminal-session.ts";
import type { FrameClient } from "./frame-client.ts";
import { openLineEditor } from "./line-editor.ts";
import type { TerminalInput, TerminalOutput } from "./terminal-stream.ts";

export interface TerminalDeps {
  /** Connected, and not yet greeted. */
  readonly client: FrameClient;
  /** Called when the connection is lost; resolves once there is another one, rejects to give up. */
  readonly reconnect: () => Promise<FrameClient>;
  readonly externalId: string;
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Where entered lines are kept. */
  readonly historyFile: string;
  readonly newId: NewId;
  /** Aborts to leave. */
  readonly signal: AbortSignal;
  /** How fast the spinner turns, in milliseconds. Default: 80. */
  readonly spinnerMs?: number;
  /** Measures how long the model takes. Default: the machine's monotonic clock. */
  readonly clock?: Clock;
}

/**
 * The interactive chat. Runs until the person leaves, and answers with the exit
 * code; rejects when the connection is lost and `reconnect` gives up. `input` and
 * `output` are a terminal; use `runPipe` where they are not.
 */
export async function runTerminal(deps: TerminalDeps): Promise<number> {
  const { signal, spinnerMs = 80 } = deps;
  const left = Promise.withResolvers<number>();
  const leave = () => left.resolve(0);

  await using line = await openLineEditor(deps);
  const desk = createTerminalSession({
    ...deps,
    spinnerMs,
    editor: line.editor,
    leave,
    fail: (error) => left.reject(error),
  });
  line.editor.on("line", desk.enter);
  line.editor.on("SIGINT", desk.interrupt);
  line.editor.on("close", leave);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();

  try {
    return await Promise.race([left.promise, desk.work().then(() => left.promise)]);
  } finally {
    desk.close();
  }
}
