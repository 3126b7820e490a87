import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import { toId } from "../../kernel/ids.ts";
import type { Reply } from "../../kernel/reply.ts";
import type { Log } from "../../platform/log.ts";
import type { OutboxRow } from "../../store/outbox.ts";
import type { Store } from "../../store/store.ts";
import type { Push } from "../push.ts";

export interface DeliverParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Rings when a reply was put into the outbox. */
  readonly bell: Bell;
  push(surface: string): Push | undefined;
}

const BATCH = 64;
const MAX_ATTEMPTS = 20;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Sends what waits in the outbox until `signal` aborts. The parts of a place
 * leave in order, one after the other; places do not wait for each other.
 */
export async function runDelivery(parts: DeliverParts, signal: AbortSignal): Promise<void> {
  const { store, clock, bell } = parts;
  const onAbort = () => bell.ring();
  signal.addEventListener("abort", onAbort);
  while (!signal.aborted) {
    const due = await store.read.outbox.due(clock.now(), BATCH);
    await Promise.all(due.map((row) => deliverOne(row, parts, signal)));
    if (due.length > 0) continue;
    const next = await store.read.outbox.nextDue();
    await bell.wait(next === undefined ? undefined : next - clock.now());
  }
  signal.removeEventListener("abort", onAbort);
}

/** What cannot leave is tried again with growing pauses: a reply is never dropped in silence. */
async function deliverOne(row: OutboxRow, parts: DeliverParts, signal: AbortSignal): Promise<void> {
  const { store, log } = parts;
  const place = await store.read.places.byId(row.place);
  const push = place && parts.push(place.surface);
  if (!place || !push) return postpone(row, "its surface is not running", parts);
  try {
    const receipt = await push.deliver(place, row.body, { clientId: row.clientId, signal });
    await confirm(row, receipt, parts);
  } catch (error) {
    if (signal.aborted) return;
    log.warn("reply could not leave", { outbox: row.id, attempts: row.attempts + 1, error });
    await postpone(row, String(error), parts);
  }
}

async function confirm(row: OutboxRow, receipt: string, { store, clock }: DeliverParts) {
  await store.commit("delivered", async (tx) => {
    await tx.outbox.markSent(row.id, receipt);
    await tx.feed.add({
      place: row.place,
      messageId: receipt,
      edit: 0,
      direction: "out",
      author: "reeve",
      text: textOf(row.body),
      at: clock.now(),
      turn: toId(row.turn),
    });
  });
}

async function postpone(row: OutboxRow, reason: string, { store, clock, log }: DeliverParts) {
  const attempts = row.attempts + 1;
  const isDead = attempts >= MAX_ATTEMPTS;
  const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** row.attempts, LONGEST_RETRY_MS);
  await store.commit("delivery-failed", (tx) =>
    tx.outbox.markFailed(row.id, { attempts, nextAt: clock.now() + pauseMs, isDead }),
  );
  if (isDead) log.error("reply given up", { outbox: row.id, reason });
}

function textOf(part: Reply): string {
  return part.type === "approval" ? part.question : part.text;
}
