import type { LiveEvent } from "../../kernel/chat-event.ts";

/** Shows something from now until the turn of the events ends, such as that the agent is typing. */
export async function showWhile(
  events: AsyncIterable<LiveEvent>,
  show: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const shown = show(over.signal);
  for await (const event of events) if (event.type === "turn-end") over.abort();
  over.abort();
  await shown;
}
