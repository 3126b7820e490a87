import type { Log } from "../../../platform/log.ts";
import type { Lanes } from "../../../platform/lanes.ts";
import type { SentMessages } from "./sent-messages.ts";
import type { Undelivered, UndeliveredMessages } from "./undelivered.ts";

export interface RedeliveryParts {
  readonly sent: Pick<SentMessages, "again" | "giveUp">;
  readonly undelivered: UndeliveredMessages;
  readonly lanes: Lanes;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, "warn">;
  readonly signal: AbortSignal;
}

/** So often a message is sent anew that failed for what passes. */
export const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 5000;

/** Sends what waited for a person to write, in its order. */
export async function redeliverTo(chat: string, parts: RedeliveryParts): Promise<void> {
  for (const one of await parts.undelivered.list())
    if (one.to === chat && one.until === "they-write" && !(await redeliver(one, parts))) return;
}

/** Sends a message anew after a while, and again where that fails; false where it was given up. */
export async function redeliverSoon(one: Undelivered, parts: RedeliveryParts): Promise<boolean> {
  const { pause, signal, sent, undelivered } = parts;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await pause(FIRST_PAUSE_MS * 2 ** tries, signal);
    // It is still in the list, for the next start.
    if (signal.aborted) return true;
    if (await redeliver(one, parts)) return true;
  }
  await undelivered.remove(one.mark);
  await sent.giveUp(one.mark);
  return false;
}

/** Messages of a chat go one after the other: whoever comes second finds that it has left. */
async function redeliver(
  { mark, to }: Undelivered,
  { sent, undelivered, lanes, log, signal }: RedeliveryParts,
): Promise<boolean> {
  const send = async () => {
    const isWaiting = (await undelivered.list()).some((one) => one.mark === mark);
    if (!isWaiting) return;
    await sent.again(mark, signal);
    await undelivered.remove(mark);
  };
  const [again] = await Promise.allSettled([lanes.run(`again:${to}`, send)]);
  if (again?.status === "fulfilled") return true;
  if (!signal.aborted)
    log.warn("message could not leave again", { chat: to, error: again?.reason });
  return false;
}
