import type { CallbackQuery } from "grammy/types";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";

/** Maximum length of a text above a chat. */
export const MAX_TOAST = 200;

/** Time in milliseconds after which the button's spinner stops. */
const SPINNER_MS = 1000;

/** Resolves to a result that comes while the button's spinner still turns; undefined for a later one. */
export async function withinSpinner<Result>(
  result: Promise<Result>,
  {
    pause,
    signal,
  }: {
    readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<Result | undefined> {
  const over = new AbortController();
  const late = pause(SPINNER_MS, AbortSignal.any([over.signal, signal])).then(() => undefined);
  const soon = await Promise.race([result, late]);
  over.abort();
  return soon;
}

/** Stops a button's spinner, and shows a text above the chat. */
export async function answerQuery(
  { id }: Pick<CallbackQuery, "id">,
  { client }: { readonly client: TelegramClient },
  text?: string,
): Promise<void> {
  const options = text === undefined ? {} : { text };
  await client
    .call((api) => api.answerCallbackQuery(id, options))
    .catch((error: unknown) => {
      if (refusalOf(error) !== "query-too-old") throw error;
    });
}
