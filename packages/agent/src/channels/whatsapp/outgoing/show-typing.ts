import type { TurnRef } from "../../../core/outbound.ts";
import type { WhatsAppClient } from "../../../integrations/whatsapp.ts";

/** WhatsApp shows it for 25 seconds, or until the answer. */
const LEASE_MS = 20_000;

interface TypingDeps {
  readonly client: Pick<WhatsAppClient, "markRead">;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Shows beneath the message that a turn answers that an answer is coming, until `signal` aborts. */
export async function showTyping(
  turn: TurnRef,
  { client, pause }: TypingDeps,
  signal: AbortSignal,
): Promise<void> {
  const message = await turn.answers();
  if (message === undefined) return;
  while (!signal.aborted) {
    await Promise.allSettled([client.markRead(message, { signal, typing: true })]);
    await pause(LEASE_MS, signal);
  }
}
