import { truncate } from "../../../kernel/text/truncate.ts";
import { billingDay } from "../../../domains/billing.ts";
import { chargeMoney } from "../../../domains/limits.ts";
import { texts } from "../../../platform/texts.ts";
import type { Log } from "../../../platform/log.ts";
import type { InboxId } from "../../../kernel/ids.ts";
import type { InboxRow } from "../../../store/messages/inbox.ts";
import type { Lease, Chat } from "../../../store/messages/chats.ts";
import type { AttachmentDeps, ReadCost } from "../../attachments.ts";
import {
  readMessageFiles,
  type ReadFilesDeps,
  type UnreadMessage,
} from "../../attachments/read-message-files.ts";
import { isUnreadable } from "../../attachments/unread-media.ts";
import { BLOCKED_WORD } from "../../filters.ts";
import { renderMedia } from "../../context/render/render-attachments.ts";
import type { NotifiedChat } from "../../approvals/questions/announce.ts";
import { savePost } from "../../delivery/post-in-chat.ts";
import type { MessageRow } from "../choose-batch.ts";
import { commitWithLease, type LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";
import { payerOf } from "../budget/payer-of.ts";
import { chatBackoff, postpone, type ReadRow } from "./postpone-messages.ts";
import { applySpokenCorrection } from "./apply-spoken-correction.ts";
import { toTokens } from "../budget/to-tokens.ts";

/** A leased chat with messages whose files somebody has to look into before they are answered. */
export interface AttachmentsToRead {
  readonly chat: Chat;
  readonly lease: Lease;
  readonly messages: readonly UnreadMessage[];
}

export interface ReadAttachmentsDeps {
  readonly turns: TurnDeps;
  readonly attachments: AttachmentDeps;
  readonly log: Pick<Log, "error">;
}

interface Item extends ReadCost {
  readonly row: MessageRow;
}

/** How long files are begun to be read: the last of them has to be done before the lease ends. */
const START_MS = 150_000;

/**
 * Looks into files of messages that wait. What they say is stored in the commit that gives their
 * chat back; what could not be read for now leaves its message waiting a while longer. Of a message
 * that an abort came between only what it cost is stored: it was no attempt.
 */
export async function readAttachments(
  { chat, lease, messages }: AttachmentsToRead,
  { turns, attachments, log }: ReadAttachmentsDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, newId, agents } = turns;
  const bill: Item[] = [];
  const results: ReadRow[] = [];
  const until = turns.clock.now() + START_MS;
  const { language } = await turns.localeOf(store.read, chat);
  const partsFor = (row: MessageRow): ReadFilesDeps => ({
    language,
    understanding: attachments.understanding,
    files: attachments.files(chat.channel),
    model: agents.answering(chat).model,
    newId,
    isLate: () => turns.clock.now() > until,
    isPatient: turns.isPush(chat.channel),
    image: async (id) => (await store.slow.images.load([id])).get(id),
    count: (cost) => void bill.push({ ...cost, row }),
    onBug: (error) => log.error("failed to read attachment", { message: row.id, error }),
  });
  for (const message of messages) {
    if (signal.aborted) break;
    const { row } = message;
    const reading = readMessageFiles(message, { deps: partsFor(row), signal });
    const read = await orNothing(reading, signal);
    if (read) results.push({ row, read });
  }
  const looked = new Set(results.map(({ row }) => row.id));
  const unread = messages.flatMap(({ row }) => (looked.has(row.id) ? [] : [row]));
  const work = (leased: LeasedTx) => settle(leased, { results, unread, bill, deps: turns });
  const told = await commitWithLease("understand", { lease, work }, turns);
  for (const one of told ?? []) turns.events.publish(one.chat, one.facts);
  if (told && told.length > 0) turns.endedWakeup.notify();
}

/** Returns nothing for work that was stopped; rethrows every other error. */
async function orNothing<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  return promise.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return undefined;
  });
}

interface Settling {
  readonly results: readonly ReadRow[];
  readonly unread: readonly MessageRow[];
  readonly bill: readonly Item[];
  readonly deps: TurnDeps;
}

/** Answers with what other chats are told. */
async function settle(
  leased: LeasedTx,
  { results, unread, bill, deps }: Settling,
): Promise<readonly NotifiedChat[]> {
  const { tx, chat, now } = leased;
  const told: NotifiedChat[] = [];
  for (const result of results) told.push(...(await saveRead(leased, result, deps)));
  for (const { id } of unread) await uncount(leased, id);
  for (const item of bill) await pay(leased, item, deps);
  await tx.work.remove("attachments", chat.id);
  leased.release(now + Math.max(0, ...results.map(chatBackoff)));
  return told;
}

async function saveRead(
  leased: LeasedTx,
  { row, read }: ReadRow,
  deps: TurnDeps,
): Promise<readonly NotifiedChat[]> {
  const { tx, chat } = leased;
  const { id: message, messageId, edit } = row;
  const current = await tx.inbox.byId(message);
  if (!current || !isStillKept(current)) return [];
  await tx.inbox.setBody(message, read.body);
  const told = (read.body.media ?? []).flatMap(renderMedia);
  if (deps.filters && [read.body.text, ...told].some(deps.filters.blocksMessage)) {
    if (current.state === "queued") await refuseBlocked(leased, row, deps);
    return [];
  }
  for (const image of read.images) await tx.images.add({ ...image, message });
  for (const attachment of read.attachments) await tx.attachments.add({ ...attachment, message });
  const isForeign = told.length > 0 || read.body.forwardedFrom !== undefined;
  const text = [read.body.text, ...told.map(beginningOf)];
  await tx.messages.retell(
    { chat: chat.id, messageId, edit },
    {
      text: text.filter((words) => words !== "").join("\n"),
      ...(isForeign && { integrity: "stranger" }),
    },
  );
  if (current.state !== "queued") return [];
  if (read.isPostponed) {
    await postpone(leased, { row, read }, deps);
    return [];
  }
  if (isUnreadable(read.body)) await refuse(leased, { row, read }, deps);
  const taken = await applySpokenCorrection(leased, { row, body: read.body }, deps);
  return taken ? [taken] : [];
}

/** Nobody came to look into it. */
async function uncount({ tx }: LeasedTx, id: InboxId): Promise<void> {
  const current = await tx.inbox.byId(id);
  if (current?.state !== "queued" || current.body.kind !== "message") return;
  const { looks = 0 } = current.body;
  await tx.inbox.setBody(id, { ...current.body, looks: Math.max(0, looks - 1) });
}

/** Neither stopped nor forgotten meanwhile. What was edited is kept for the edit. */
function isStillKept({ body, state, reason }: InboxRow): boolean {
  const isWanted = state === "queued" || (state === "withdrawn" && reason === "edited");
  return isWanted && body.kind === "message" && body.media !== undefined;
}

/** So many characters of a file stand in the feed; all of it is read with the message. */
const FEED_CHARS = 2000;

function beginningOf(told: string): string {
  return truncate(told, FEED_CHARS);
}

function inLines(reasons: readonly string[]): string {
  return [...new Set(reasons)].join("\n");
}

/** A message that says nothing but what nobody can read is answered at once. */
async function refuse(
  leased: LeasedTx,
  { row, read }: ReadRow,
  deps: Pick<TurnDeps, "newId" | "isPush">,
): Promise<void> {
  const { tx, chat, now, emit: tell } = leased;
  const looks = (read.body.media ?? []).flatMap(({ look }) =>
    look?.as === "unread" ? [look] : [],
  );
  const reason = inLines(looks.map((look) => look.text));
  const text = inLines(looks.map((look) => look.told ?? look.text));
  await tx.inbox.end([row.id], "refused", `unreadable: ${reason}`);
  const reply = [{ type: "notice", code: "refused", text } as const];
  const id = `unread:${row.id}`;
  tell({ type: "said", id, cause: "notice", about: row.id, reply });
  await savePost(tx, chat, { ...deps, id, reply, at: now });
}

/** A word that is blocked stood in a file, or was spoken: neither the model nor the history gets it. */
async function refuseBlocked(
  { tx, chat, now, emit: tell }: LeasedTx,
  { id: about }: MessageRow,
  { localeOf, ...deps }: Pick<TurnDeps, "newId" | "isPush" | "localeOf">,
): Promise<void> {
  await tx.inbox.end([about], "refused", BLOCKED_WORD);
  const { language } = await localeOf(tx, chat);
  const reply = [{ type: "notice", code: "refused", text: texts(language).turns.blocked } as const];
  const id = `blocked:${about}`;
  tell({ type: "said", id, cause: "notice", about, reply });
  await savePost(tx, chat, { ...deps, id, reply, at: now });
}

/** Counted for whoever sent it. */
async function pay(
  { tx, chat, now }: LeasedTx,
  { row, purpose, spent }: Item,
  { agents, settings: { timeZone } }: TurnDeps,
): Promise<void> {
  const day = billingDay(now, timeZone);
  const sent = { message: row.id, chat: chat.id };
  const { tenant } = chat;
  for (const { model, usage } of spent)
    await tx.usage.addUnasked({ tenant, model, purpose, ...toTokens(usage), at: now, day, sent });
  const nano = spent.reduce((sum, { usage }) => sum + (usage.costNano ?? 0n), 0n);
  const agent = agents.answering(chat).name;
  const payer = payerOf({ asker: row.author, chat, agent }, agents);
  await chargeMoney(tx.limits, { payer, nano }, { now, timeZone });
}
