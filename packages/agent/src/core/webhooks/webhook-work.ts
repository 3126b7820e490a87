import { isFault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Delivery } from "../../store/webhooks/deliveries.ts";
import type { Store } from "../../store/store.ts";
import { Outage, type Verdict } from "../../work/decide.ts";
import type { WorkKind } from "../../work/run-work.ts";
import type { WebhookClient } from "./webhooks.ts";
import { sendEvent } from "./send-event.ts";

export interface DeliverEventsDeps {
  readonly store: Store;
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly log: Log;
}

/** Requests to one receiver that run at once, each for another chat. */
const PER_SUBSCRIPTION = 8;
/** Other processes that write do not notify this one. */
const LOOK_AGAIN_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
/** Time in milliseconds for which ended deliveries can be listed and replayed. */
const RETENTION_MS = 14 * DAY_MS;

/**
 * Delivery of events. Each subscription gets the events of a chat one after the other, so in order,
 * and at least once; chats and subscriptions do not wait for each other.
 */
export function webhookWork(deps: DeliverEventsDeps): WorkKind<Delivery> {
  const { store } = deps;
  const { deliveries } = store.read;
  return {
    name: "webhook",
    wakeup: store.publishedWakeup,
    pollMs: LOOK_AGAIN_MS,
    async take({ now, limit, running }) {
      if (!deliveries.hasSubscribers) return [];
      const due = await deliveries.due(now, limit + running.size);
      return withinLimits(due, running).slice(0, limit);
    },
    nextDue: async () => (deliveries.hasSubscribers ? deliveries.nextDue() : undefined),
    run: (row, signal) => send(row, deps, signal),
    triesOf: (row) => row,
    settle: (row, verdict) => settle(row, verdict, deps),
  };
}

/** Returns those that are not running, as many as their receivers may get at once. */
function withinLimits(
  due: readonly Delivery[],
  running: ReadonlyMap<string, Delivery>,
): readonly Delivery[] {
  const calls = new Map<string, number>();
  for (const { subscription } of running.values())
    calls.set(subscription, (calls.get(subscription) ?? 0) + 1);
  return due.filter(({ id, subscription }) => {
    const open = calls.get(subscription) ?? 0;
    if (running.has(id) || open >= PER_SUBSCRIPTION) return false;
    calls.set(subscription, open + 1);
    return true;
  });
}

/** Sends an event. As Standard Webhooks advises, 410 turns the webhook off, and other errors are retried. */
async function send(row: Delivery, deps: DeliverEventsDeps, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = deps;
  const subscription = await store.read.webhooks.byId(row.subscription);
  if (!subscription) return;
  const answer = await attempt(sendEvent(row, subscription, { ...deps, signal }));
  if (answer.status === "rejected") {
    const error: unknown = answer.reason;
    // A host that cannot be found now may be found later.
    throw isFault(error) ? new Outage(error.message) : error;
  }
  const { status, retryAfterMs } = answer.value;
  if (status === 410) {
    const reason = "the receiver returned status 410, so it wants no more events";
    await turnOff(row, reason, deps);
    log.warn("webhook turned off", { url: subscription.url, reason });
    return;
  }
  if (status < 200 || status >= 300)
    throw new Outage(`the receiver returned status ${status}`, retryAfterMs);
  const now = clock.now();
  await store.commit("event-delivered", async (tx) => {
    await tx.deliveries.markSent(row.id, now);
    await tx.deliveries.prune(now - RETENTION_MS);
  });
}

async function turnOff(
  row: Delivery,
  reason: string,
  { store, clock }: DeliverEventsDeps,
): Promise<void> {
  const nextAt = clock.now();
  await store.commit("event-failed", async (tx) => {
    await tx.deliveries.markFailed(row.id, { ...row, nextAt, reason, outages: row.outages + 1 });
    const current = await tx.webhooks.byId(row.subscription);
    if (current) await tx.webhooks.change({ ...current, state: "off", reason });
  });
}

async function settle(
  row: Delivery,
  { state, attempts, outages, nextAt, reason }: Verdict,
  { store, clock }: DeliverEventsDeps,
): Promise<void> {
  const deadAt = state === "waiting" ? undefined : clock.now();
  await store.commit("event-failed", (tx) =>
    tx.deliveries.markFailed(row.id, { attempts, outages, nextAt, reason, deadAt }),
  );
}
