import { attempt } from "../../kernel/attempt.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";

export interface Showing {
  /** Shows something for a while. What it rejects with is dropped. */
  readonly show: (signal: AbortSignal) => Promise<unknown>;
  /** How long it is shown, in milliseconds. */
  readonly everyMs: number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Shows something from now until the turn of the events ends, such as that the agent is typing. */
export async function showWhile(
  events: AsyncIterable<LiveEvent>,
  { show, everyMs, pause }: Showing,
): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const repeat = async () => {
    while (!signal.aborted) {
      await attempt(show(signal));
      await pause(everyMs, signal);
    }
  };
  const shown = repeat();
  for await (const event of events) if (event.type === "turn-end") over.abort();
  over.abort();
  await shown;
}
