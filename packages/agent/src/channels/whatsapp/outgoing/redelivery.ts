import { refusalOf, type WhatsAppRefusal } from "../api.ts";
import type { Log } from "../../../platform/log.ts";
import type { KeyedQueue } from "../../../platform/keyed-queue.ts";
import type { SentMessages } from "./sent-messages.ts";
import type { Undelivered, UndeliveredMessages } from "./undelivered.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface RedeliveryDeps {
  readonly sent: Pick<SentMessages, "again" | "abandon">;
  readonly undelivered: UndeliveredMessages;
  readonly lanes: KeyedQueue;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, "warn">;
  /** Done beside: a message will not be delivered. */
  readonly onLost: (externalId: string) => void;
  readonly signal: AbortSignal;
}

/** So often a message is sent anew that failed for what passes. */
export const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 5000;

/** Sends what waited for a person to write, in its order; what cannot leave for good holds up nothing. */
export async function redeliverTo(externalId: string, deps: RedeliveryDeps): Promise<void> {
  await deps.lanes.run(`held:${externalId}`, async () => {
    for (const one of await deps.undelivered.list())
      if (
        one.to === externalId &&
        one.until === "they-write" &&
        !(await redeliverWaiting(one, deps))
      )
        return;
  });
}

/**
 * Sends a message anew after a while, and again where what hinders it passes; then it is given up.
 * False where what waits behind it has to wait on.
 */
export async function redeliverSoon(one: Undelivered, deps: RedeliveryDeps): Promise<boolean> {
  const { pause, signal, undelivered } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await pause(FIRST_PAUSE_MS * 2 ** tries, signal);
    // It is still in the list, for the next start.
    if (signal.aborted) return false;
    const outcome = await redeliver(one, deps);
    if (outcome === "left") return true;
    if (outcome === "window-closed") await undelivered.add({ ...one, until: "they-write" });
    if (outcome === "window-closed" || outcome === "stopped") return false;
    if (outcome !== "later") break;
  }
  return abandon(one, deps);
}

async function redeliverWaiting(one: Undelivered, deps: RedeliveryDeps): Promise<boolean> {
  const outcome = await redeliver(one, deps);
  switch (outcome) {
    case "left":
      return true;
    case "stopped":
    case "window-closed":
      return false;
    case "refused":
    case "nobody-there":
      return abandon(one, deps);
    case "later": {
      const soon = { ...one, until: "soon" } as const;
      await deps.undelivered.add(soon);
      return redeliverSoon(soon, deps);
    }
  }
}

async function abandon(
  { mark, to }: Undelivered,
  { undelivered, sent, onLost }: RedeliveryDeps,
): Promise<true> {
  await undelivered.remove(mark);
  await sent.abandon(mark);
  onLost(to);
  return true;
}

/** Messages of a chat go one after the other: whoever comes second finds that it has left. */
async function redeliver(
  { mark, to }: Undelivered,
  { sent, undelivered, lanes, log, signal }: RedeliveryDeps,
): Promise<"left" | "stopped" | WhatsAppRefusal> {
  const send = async () => {
    const isWaiting = (await undelivered.list()).some((one) => one.mark === mark);
    if (!isWaiting) return;
    await sent.again(mark, signal);
    await undelivered.remove(mark);
  };
  const again = await attempt(lanes.run(`again:${to}`, send));
  if (again?.status === "fulfilled") return "left";
  if (signal.aborted) return "stopped";
  const error: unknown = again?.reason;
  log.warn("failed to resend message", { externalId: to, error });
  return refusalOf(error) ?? "later";
}
