import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { Store } from "../../store/store.ts";
import type { Webhook } from "../../store/webhooks.ts";
import type { WebhookClient, WebhookRetries } from "../webhooks.ts";
import { classifyResponse } from "./classify-response.ts";
import { sendEvent } from "./send-event.ts";

export interface DeliverEventsDeps {
  readonly store: Store;
  readonly client: WebhookClient;
  readonly retries: WebhookRetries;
  readonly clock: Clock;
  readonly log: Log;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const BATCH = 64;
/** So many calls of one receiver are under way at once, each for another chat. */
const PER_SUBSCRIPTION = 8;
/** Where other processes write, too, they do not ring. */
const LOOK_AGAIN_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
/** Time in milliseconds for which ended deliveries can be listed and replayed. */
const RETENTION_MS = 14 * DAY_MS;

/**
 * Delivers events until `signal` aborts, and resolves when nothing is under way any more. Each
 * subscription gets what happened in a chat one after the other, so in order, and at least
 * once; chats and subscriptions do not wait for each other.
 */
export async function deliverEvents(deps: DeliverEventsDeps, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  const { deliveries } = store.read;
  const wakeup = store.publishedWakeup;
  const sending = new Map<string, { readonly of: string; readonly done: Promise<void> }>();
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);
  while (!signal.aborted) {
    if (!deliveries.hasSubscribers) {
      await wakeup.wait();
      continue;
    }
    // Noted before reading: what is confirmed meanwhile must not leave again.
    const busy = new Map([...sending].map(([id, { of }]) => [id, of]));
    const due = await deliveries.due(clock.now(), BATCH + busy.size);
    const free = withinLimits(due, busy);
    for (const row of free) {
      const done = deliverOne(row, deps, signal).finally(() => {
        sending.delete(row.id);
        wakeup.notify();
      });
      sending.set(row.id, { of: row.subscription, done });
    }
    if (free.length > 0) continue;
    await wakeup.wait(await pauseUntilDue(deps, sending.size));
  }
  signal.removeEventListener("abort", onAbort);
  await Promise.all([...sending.values()].map(({ done }) => done));
}

/** Those that are not under way, as many as their receivers may get at once. */
function withinLimits(
  due: readonly Delivery[],
  busy: ReadonlyMap<string, string>,
): readonly Delivery[] {
  const calls = new Map<string, number>();
  for (const of of busy.values()) calls.set(of, (calls.get(of) ?? 0) + 1);
  return due.filter(({ id, subscription }) => {
    const open = calls.get(subscription) ?? 0;
    if (busy.has(id) || open >= PER_SUBSCRIPTION) return false;
    calls.set(subscription, open + 1);
    return true;
  });
}

/** Waits until something is due. What is being delivered counts as due: its end notifies. */
async function pauseUntilDue(
  { store, clock }: DeliverEventsDeps,
  sending: number,
): Promise<number> {
  const next = await store.read.deliveries.nextDue();
  if (next === undefined) return LOOK_AGAIN_MS;
  const untilDue = next - clock.now();
  if (untilDue <= 0) return sending > 0 ? LOOK_AGAIN_MS : 0;
  return Math.min(untilDue, LOOK_AGAIN_MS);
}

/** A bug at one event must not keep the others from leaving: it is logged, and tried again. */
async function deliverOne(
  row: Delivery,
  deps: DeliverEventsDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log, retries, random } = deps;
  const subscription = await store.read.webhooks.byId(row.subscription);
  if (!subscription) return;
  const attempt = await sendEvent(row, subscription, { ...deps, signal }).catch(
    (error: unknown) => {
      if (!signal.aborted) log.error("failed to send event", { delivery: row.id, error });
      return { type: "unanswered", reason: "internal error" } as const;
    },
  );
  // An attempt that the end of the process cut off says nothing about the receiver.
  if (signal.aborted && attempt.type === "unanswered") return;
  const now = clock.now();
  const verdict = classifyResponse(attempt, { ...row, now, retries, random: random() });
  await settle(row, { verdict, subscription, now }, deps).catch((error: unknown) => {
    log.error("failed to store event delivery", { delivery: row.id, error });
  });
}

interface Judged {
  readonly verdict: ReturnType<typeof classifyResponse>;
  readonly subscription: Webhook;
  readonly now: number;
}

async function settle(
  row: Delivery,
  { verdict, subscription, now }: Judged,
  { store, log }: DeliverEventsDeps,
): Promise<void> {
  if (verdict.type === "sent") {
    await store.commit("event-delivered", async (tx) => {
      await tx.deliveries.markSent(row.id, now);
      await tx.deliveries.prune(now - RETENTION_MS);
    });
    return;
  }
  const { type, reason } = verdict;
  const attempts = row.attempts + 1;
  const { url } = subscription;
  await store.commit("event-failed", async (tx) => {
    const nextAt = verdict.type === "later" ? verdict.nextAt : now;
    const deadAt = type === "dead" ? now : undefined;
    await tx.deliveries.markFailed(row.id, { attempts, nextAt, reason, deadAt });
    const current = type === "off" ? await tx.webhooks.byId(row.subscription) : undefined;
    if (current) await tx.webhooks.change({ ...current, state: "off", reason });
  });
  if (type === "off") log.warn("webhook turned off", { url, reason });
  if (type === "dead") log.error("event given up", { delivery: row.id, url, reason });
}
