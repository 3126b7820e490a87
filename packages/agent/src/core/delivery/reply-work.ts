import type { Kernel } from "../../store/kernel.ts";
import { isFault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Log } from "../../platform/log.ts";
import { texts } from "../../platform/texts.ts";
import type { DueReply, OutboxRow } from "../../store/messages/outbox.ts";
import type { Repositories } from "../../store/store.ts";
import { commandAnswered, isCommandAnswer } from "../commands.ts";
import { enqueueReply, toSentFile } from "./enqueue-reply.ts";
import type { LocaleOf } from "../locale.ts";
import type { Outbound } from "../outbound.ts";
import { Outage, type Verdict } from "../../work/decide.ts";
import { type PolicyOverrides, policyOf } from "../../work/policy.ts";
import { QUIET, type WorkKind } from "../../work/run-work.ts";
import { shownTurn } from "./shown-turn.ts";

export interface DeliverDeps extends Kernel {
  readonly log: Log;
  /** Rings when a reply was put into the outbox. */
  readonly wakeup: Wakeup;
  push(channel: string): Outbound | undefined;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  readonly policies?: PolicyOverrides | undefined;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Delivery of what waits in the outbox. The parts of a chat leave in order, one after the other;
 * chats do not wait for each other.
 */
export function replyWork(deps: DeliverDeps): WorkKind<DueReply> {
  const { store, wakeup } = deps;
  let next: number | undefined;
  return {
    name: "reply",
    wakeup,
    looksAhead: true,
    async take({ now, limit, running }) {
      const { due, nextAt } = await store.read.outbox.due(now, limit, [...running.keys()]);
      next = nextAt;
      return due;
    },
    nextDue: async () => next,
    run: (row, signal) => send(row, deps, signal),
    triesOf: (row) => row,
    settle: (row, verdict, error) => settle(row, { verdict, error }, deps),
  };
}

async function send(
  { to: chat, ...row }: DueReply,
  deps: DeliverDeps,
  signal: AbortSignal,
): Promise<void | typeof QUIET> {
  const push = deps.push(chat.channel);
  if (!push) throw new Outage("its channel is not running");
  const { clientId, turn } = row;
  const of = turn === null ? undefined : shownTurn(turn, deps.store);
  const { language } = await deps.localeOf(deps.store.read, chat);
  const answers = await commandOf(row, deps);
  const options = { clientId, signal, of, answers, language };
  const sent = await attempt(push.deliver(chat, row.body, options));
  if (sent.status === "fulfilled") return confirm(row, sent.value, deps);
  const error: unknown = sent.reason;
  if (!isFault(error) || error.code !== "conflict" || signal.aborted) throw error;
  return postpone(row, error.message, deps);
}

/** The platform's id of the command that a part answers. */
async function commandOf({ id }: OutboxRow, { store }: DeliverDeps): Promise<string | undefined> {
  const message = commandAnswered(id);
  return message && (await store.read.inbox.byId(message))?.messageId;
}

/** Checks whether models read a part. They learn elsewhere what became of a message, question or request. */
function isForModels(part: ReplyPart): boolean {
  if (part.type === "choice") return part.subject !== "pairing";
  return part.type !== "notice" && part.type !== "decision";
}

async function confirm(
  row: OutboxRow,
  receipt: string,
  { store, clock }: DeliverDeps,
): Promise<void | typeof QUIET> {
  return store.commit("delivered", async (tx) => {
    const isNew = await tx.messages.add({
      chat: row.chat,
      messageId: receipt,
      edit: 0,
      direction: "out",
      author: "reeve",
      text: textOf(row.body),
      at: clock.now(),
      turn: row.turn,
      isSearched: !isCommandAnswer(row.id) && isForModels(row.body),
      files: row.body.type === "file" ? [toSentFile(row.body)] : [],
    });
    const isInHistory = isNew && isPlainText(row.body);
    const { isLast } = await tx.outbox.markSent(row.id, receipt, { isInHistory });
    // Elsewhere a part may be committed meanwhile, and its look have come before this commit.
    return isLast && store.isExclusive ? QUIET : undefined;
  });
}

async function settle(
  row: OutboxRow,
  { verdict, error }: { readonly verdict: Verdict; readonly error: unknown },
  deps: DeliverDeps,
): Promise<void> {
  const { state, attempts, outages, nextAt, reason } = verdict;
  const isDead = state !== "waiting";
  const hasReader = !isFault(error) || error.code !== "missing";
  await deps.store.commit("delivery-failed", async (tx) => {
    await tx.outbox.markFailed(row.id, { attempts, outages, nextAt, isDead, reason });
    if (state === "failed" && hasReader) await postUnsent(tx, row, deps);
  });
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
async function postpone(row: OutboxRow, why: string, { store, clock, log, policies }: DeliverDeps) {
  const { firstMs, ageLimitMs } = policyOf("heldReply", policies);
  const now = clock.now();
  const since = row.heldSince ?? now;
  const isDead = now - since > ageLimitMs;
  const nextAt = now + firstMs;
  const days = Math.round(ageLimitMs / DAY_MS);
  const reason = isDead ? `${why} Reeve gave up after ${days} days.` : why;
  await store.commit("delivery-failed", (tx) =>
    isDead
      ? tx.outbox.markFailed(row.id, { ...row, nextAt, isDead, reason })
      : tx.outbox.postpone(row, { now, nextAt, reason }),
  );
  if (isDead) log.error("reply given up", { outbox: row.id, reason });
}

/** Whether a part is nothing but its text. */
function isPlainText(part: ReplyPart): boolean {
  return part.type === "text" && Object.keys(part).length === 2;
}

function textOf(part: ReplyPart): string {
  return part.type === "approval" ? part.question : part.text;
}
