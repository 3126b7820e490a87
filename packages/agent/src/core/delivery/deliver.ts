import type { Kernel } from "../../store/kernel.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { isFault } from "@reeve/sdk";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Log } from "../../platform/log.ts";
import { texts } from "../../platform/texts.ts";
import type { OutboxRow } from "../../store/messages/outbox.ts";
import type { Repositories } from "../../store/store.ts";
import { commandAnswered, isCommandAnswer } from "../commands.ts";
import { enqueueReply } from "./enqueue-reply.ts";
import type { LocaleOf } from "../locale.ts";
import type { Outbound } from "../outbound.ts";
import { shownTurn } from "./shown-turn.ts";

export interface DeliverDeps extends Kernel {
  readonly log: Log;
  /** Rings when a reply was put into the outbox. */
  readonly wakeup: Wakeup;
  push(channel: string): Outbound | undefined;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

const BATCH = 64;
const MAX_ATTEMPTS = 20;
/** Maximum refusals: a part that is refused as invalid would be refused again and hold up the queue. */
const MAX_REFUSALS = 3;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 5 * 60_000;
/** Delay of a part that waits for a person to write; a channel may find out otherwise, too. */
const POSTPONED_MS = 60 * 60_000;
const MAX_HELD_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Sends what waits in the outbox until `signal` aborts, and resolves when
 * nothing is under way any more. The parts of a chat leave in order, one
 * after the other; chats do not wait for each other.
 */
export async function runDelivery(deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  const { store, clock, wakeup } = deps;
  const sending = new Map<string, Promise<void>>();
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);
  while (!signal.aborted) {
    // Noted before reading: what is confirmed meanwhile must not leave again.
    const busy = new Set(sending.keys());
    const due = await store.read.outbox.due(clock.now(), BATCH + busy.size);
    const free = due.filter(({ id }) => !busy.has(id));
    for (const row of free) {
      const sent = deliverOne(row, deps, signal).finally(() => {
        sending.delete(row.id);
        wakeup.notify();
      });
      sending.set(row.id, sent);
    }
    if (free.length > 0) continue;
    await wakeup.wait(await pauseUntilDue(deps, sending.size));
  }
  signal.removeEventListener("abort", onAbort);
  await Promise.all(sending.values());
}

/**
 * Waits until something is due. What is being delivered counts as due, so the queue is looked at
 * now and then.
 */
async function pauseUntilDue(
  { store, clock }: DeliverDeps,
  sending: number,
): Promise<number | undefined> {
  const next = await store.read.outbox.nextDue();
  if (next === undefined) return undefined;
  return sending > 0 ? Math.max(next - clock.now(), FIRST_RETRY_MS) : next - clock.now();
}

/** Delivers one part, and retries with growing delays: a reply is never dropped silently. */
async function deliverOne(row: OutboxRow, deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  try {
    await send(row, deps, signal);
  } catch (error) {
    if (signal.aborted) return;
    log.warn("failed to send reply", { outbox: row.id, attempts: row.attempts + 1, error });
    await postpone(row, error, deps).catch((cause: unknown) => {
      log.error("delivery loop failed", { outbox: row.id, error: cause });
      return pause(signal);
    });
  }
}

async function send(row: OutboxRow, deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  const chat = await deps.store.read.chats.byId(row.chat);
  const push = chat && deps.push(chat.channel);
  if (!chat || !push) throw new Error("its channel is not running");
  const { clientId, turn } = row;
  const of = turn === null ? undefined : shownTurn(turn, deps.store);
  const { language } = await deps.localeOf(deps.store.read, chat);
  const answers = await commandOf(row, deps);
  const receipt = await push.deliver(chat, row.body, { clientId, signal, of, answers, language });
  await confirm(row, receipt, deps);
}

/** The platform's id of the command that a part answers. */
async function commandOf({ id }: OutboxRow, { store }: DeliverDeps): Promise<string | undefined> {
  const message = commandAnswered(id);
  return message && (await store.read.inbox.byId(message))?.messageId;
}

async function confirm(row: OutboxRow, receipt: string, { store, clock }: DeliverDeps) {
  await store.commit("delivered", async (tx) => {
    await tx.outbox.markSent(row.id, receipt);
    await tx.messages.add({
      chat: row.chat,
      messageId: receipt,
      edit: 0,
      direction: "out",
      author: "reeve",
      text: textOf(row.body),
      at: clock.now(),
      turn: row.turn,
      isSearched: !isCommandAnswer(row.id) && row.body.type !== "notice",
    });
  });
}

async function postpone(row: OutboxRow, error: unknown, deps: DeliverDeps) {
  const { store, clock, log } = deps;
  if (isFault(error) && error.code === "conflict") return postponeAll(row, error.message, deps);
  const attempts = row.attempts + 1;
  const isNobodyThere = isFault(error) && error.code === "missing";
  const isRefused = isFault(error) && error.code === "invalid" && attempts >= MAX_REFUSALS;
  const isDead = isNobodyThere || isRefused || attempts >= MAX_ATTEMPTS;
  const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** row.attempts, MAX_RETRY_MS);
  const nextAt = clock.now() + pauseMs;
  // An error that is not a fault may name internals.
  const reason = isFault(error) ? error.message : null;
  await store.commit("delivery-failed", async (tx) => {
    await tx.outbox.markFailed(row.id, { attempts, nextAt, isDead, reason });
    if (isRefused) await postUnsent(tx, row, deps);
  });
  if (isDead) log.error("reply given up", { outbox: row.id, reason: String(error) });
}

/** Says in place of a part that it could not be sent, once: not of that sentence itself. */
async function postUnsent(
  tx: Repositories,
  row: OutboxRow,
  { clock, localeOf, newId }: DeliverDeps,
): Promise<void> {
  const chat = await tx.chats.byId(row.chat);
  if (!chat || row.id.startsWith(UNSENT)) return;
  const text = texts((await localeOf(tx, chat)).language).delivery.unsent;
  const reply = [{ type: "notice", code: "failed", text }] as const;
  const idOf = () => `${UNSENT}${row.id}`;
  await enqueueReply(tx, chat, { reply, turn: row.turn, at: clock.now(), newId, idOf });
}

const UNSENT = "unsent:";

/** Postpones what waits for a person, without counting an attempt, up to a limit. */
async function postponeAll(row: OutboxRow, why: string, { store, clock, log }: DeliverDeps) {
  const now = clock.now();
  const since = row.heldSince ?? now;
  const isDead = now - since > MAX_HELD_DAYS * DAY_MS;
  const { attempts } = row;
  const nextAt = now + POSTPONED_MS;
  const reason = isDead ? `${why} It was given up after ${MAX_HELD_DAYS} days.` : why;
  await store.commit("delivery-failed", (tx) =>
    isDead
      ? tx.outbox.markFailed(row.id, { attempts, nextAt, isDead, reason })
      : tx.outbox.postpone(row, { now, nextAt, reason }),
  );
  if (isDead) log.error("reply given up", { outbox: row.id, reason });
}

/** An abort ends the pause early; it is the only way this timer can fail. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(FIRST_RETRY_MS, undefined, { signal }).catch(() => undefined);
}

function textOf(part: ReplyPart): string {
  return part.type === "approval" ? part.question : part.text;
}
