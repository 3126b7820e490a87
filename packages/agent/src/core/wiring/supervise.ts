import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import type { Inbox } from "../inbox.ts";

interface Listening {
  readonly name: string;
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
}

/** How long a channel rests after it failed, or ended before its time. */
const PAUSE_MS = 1000;

/** Keeps a channel listening until `signal` aborts: one that ends before is started again. */
export async function superviseListening(
  channel: Listening,
  { inbox, log, signal }: { inbox: Inbox; log: Log; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await channel.listen(inbox, signal);
    } catch (error) {
      log.error("channel failed", { channel: channel.name, error });
    }
    if (!signal.aborted) await pause(signal);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  // An abort ends the pause early; it is the only way this timer can fail.
  await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
}
