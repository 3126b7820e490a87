import {
  findExhaustedBudget,
  hasMoneyLimits,
  type LimitContext,
  formatOverrun,
  describeOverrun,
} from "../../../domains/limits.ts";
import type { ReadFailure } from "../../attachments.ts";
import type { UnreadMessage } from "../../attachments/read-message-files.ts";
import { type Batch, isMessage, type MessageRow } from "../choose-batch.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";
import { payerOf } from "../budget/payer-of.ts";
import { unreadAttachments } from "./unread-attachments.ts";

/**
 * Messages of a batch whose files somebody has to look into first. In the same commit their
 * attempts are counted, so that a file that kills the process does so a few times only. Where the
 * batch is going to be refused there are none; for somebody else whose budget is used up, nothing
 * is spent either.
 */
export async function findUnreadAttachments(
  leased: LeasedTx,
  batch: Batch,
  { setting, deps }: { readonly setting: LimitContext; readonly deps: TurnDeps },
): Promise<readonly UnreadMessage[]> {
  if (batch.type !== "messages") return [];
  const { tx, chat } = leased;
  const profile = deps.agents.answering(chat);
  const unread = batch.rows.flatMap((row) => {
    const positions = unreadAttachments(row, profile, deps);
    return positions.length > 0 ? [{ row, unread: positions }] : [];
  });
  const usedUpOf = async ({ author: asker }: MessageRow): Promise<ReadFailure | undefined> => {
    if (!hasMoneyLimits(setting.limits)) return undefined;
    const payer = payerOf({ asker, chat, agent: profile.name }, deps.agents);
    const overrun = await findExhaustedBudget(tx.limits, payer, setting);
    if (!overrun) return undefined;
    const view = { ...(await deps.localeOf(tx, chat)), now: setting.now };
    const { line: text } = describeOverrun(overrun, setting);
    return { code: "budget", text, told: formatOverrun(overrun, view) };
  };
  const newest = unread.length > 0 ? batch.rows.at(-1) : undefined;
  if (!newest || (await usedUpOf(newest))) return [];
  const counted: UnreadMessage[] = [];
  for (const message of unread) {
    const denial = await usedUpOf(message.row);
    counted.push({ ...(await count(leased, message)), denial });
  }
  return counted;
}

async function count(
  { tx, chat }: LeasedTx,
  { row, unread }: UnreadMessage,
): Promise<UnreadMessage> {
  const body = { ...row.body, looks: (row.body.looks ?? 0) + 1 };
  await tx.inbox.setBody(row.id, body);
  const before = await versionBefore(tx, { row, chat: chat.id });
  return { row: { ...row, body }, unread, ...(before && { before: before.body }) };
}

async function versionBefore(
  tx: LeasedTx["tx"],
  { row: { messageId: id, edit }, chat }: { row: MessageRow; chat: LeasedTx["chat"]["id"] },
): Promise<MessageRow | undefined> {
  if (edit === 0) return undefined;
  const before = await tx.inbox.versionBefore(chat, { id, edit });
  return before && isMessage(before) ? before : undefined;
}
