import { systemClock } from "../../kernel/clock.ts";
import type { Secret } from "../../platform/secret.ts";
import { createTelegramClient } from "./client.ts";

/** Fetches the bot that a token belongs to. Throws a `Fault` that says why Telegram rejects the token. */
export async function fetchBotInfo({
  token,
  apiRoot,
}: {
  readonly token: Secret;
  readonly apiRoot: string;
}): Promise<{ readonly username: string; readonly readsGroups: boolean }> {
  const client = createTelegramClient({
    token,
    apiRoot,
    clock: systemClock,
    after: (ms, work) => void setTimeout(work, ms),
  });
  const me = await client.call((api, signal) => api.getMe(signal), AbortSignal.timeout(MAX_MS));
  return { username: me.username, readsGroups: me.can_read_all_group_messages };
}

const MAX_MS = 10_000;
