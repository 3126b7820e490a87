import { attempt } from "../../kernel/attempt.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";

export interface Showing {
  /** Shows something for a while; false if it is shown already. What it rejects with is dropped. */
  readonly show: (signal: AbortSignal) => Promise<unknown>;
  /** How long it is shown, in milliseconds. */
  readonly everyMs: number;
  /** When to show it again if it was shown already, in milliseconds. Default: `everyMs`. */
  readonly retryMs?: number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Shows something until `signal` aborts, such as that the agent is typing. */
export async function showUntil(
  signal: AbortSignal,
  { show, everyMs, retryMs = everyMs, pause }: Showing,
): Promise<void> {
  while (!signal.aborted) {
    const shown = await attempt(show(signal));
    const isShown = shown.status === "fulfilled" && shown.value === false;
    await pause(isShown ? retryMs : everyMs, signal);
  }
}

/** Shows something from now until the turn of the events ends. */
export async function showWhile(events: AsyncIterable<LiveEvent>, showing: Showing): Promise<void> {
  const over = new AbortController();
  const shown = showUntil(over.signal, showing);
  for await (const event of events) if (event.type === "turn-end") over.abort();
  over.abort();
  await shown;
}
