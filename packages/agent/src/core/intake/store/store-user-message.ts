import type { Envelope } from "../../../kernel/envelope.ts";
import type { ChatEventBody } from "../../../kernel/chat-event.ts";
import { type InboxId, toId } from "../../../kernel/ids.ts";
import { audienceOf, integrityOf, type Label, labelOfSource } from "../../../kernel/label.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { NewInboxRow } from "../../../store/messages/inbox.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import { appendEvents } from "../../events/append-events.ts";
import type { Accepted } from "../accepted.ts";
import {
  type AdmissionVerdict,
  admitMessage,
  receiptOf,
  type UserMessage,
} from "../admit-message.ts";
import { matchMessageReminders } from "../match-message-reminders.ts";
import { saveImages, type NewMedia, toNewMedia, toReference } from "../new-media.ts";
import { canPair, offerPairing, type ToldChat } from "../../accounts/offer-pairing.ts";
import type { RateVerdict } from "../check-rate.ts";
import type { IntakeDeps } from "../deps.ts";
import { postDelay } from "../delay-notice.ts";
import type { BlockedMessage } from "../screen-message.ts";
import { savePost } from "../../delivery/post-in-chat.ts";

type UserMessageDeps = Pick<
  IntakeDeps,
  | "newId"
  | "policy"
  | "isPush"
  | "isPairing"
  | "hasBursts"
  | "localeOf"
  | "jobsWakeup"
  | "events"
  | "claims"
> & { readonly now: number };

/**
 * Stores what somebody wrote, in the caller's transaction: into the feed, and into its place's
 * queue or with the reason why it is not answered. Wakes who waited for it.
 */
export async function storeUserMessage(
  tx: Repositories,
  message: UserMessage,
  deps: UserMessageDeps,
): Promise<Accepted> {
  const { envelope, author, chat, images, blocked } = message;
  const { now, newId } = deps;
  const verdict = await admitMessage(tx, message, deps);
  const { admission, asked, pace, delay } = verdict;
  // A message during a pause may be answered after it, with its images.
  const media = toNewMedia(images.media, { admission: asked, newId });
  const text = wordsOf(envelope);
  const sentAt = isTime(envelope.sentAt) ? envelope.sentAt : now;
  const id = toId<"inbox">(newId());
  const sinceMs = chat.lastAt === null ? undefined : Math.max(0, sentAt - chat.lastAt);
  const row = {
    id,
    ...toRow(message, { verdict, media, text, sentAt, sinceMs }),
    receivedAt: now,
    trace: id,
  };
  const isNew = await tx.inbox.add(row);
  if (!isNew) {
    const known = await tx.inbox.byMessage(chat.id, envelope.id, envelope.edit);
    return { type: "repeat", message: known?.id ?? id };
  }

  await saveImages(tx, media, id);
  // What is kept from the model does not come up in the history either.
  if (!blocked)
    await tx.messages.add({
      chat: chat.id,
      messageId: envelope.id,
      edit: envelope.edit,
      direction: "in",
      author: author.id,
      text,
      at: sentAt,
      turn: null,
      ...(envelope.forwardedFrom !== undefined && { integrity: "stranger" }),
    });
  const gatherMs = gatherMsOf(chat, deps);
  const isDue = admission.type === "admit" && pace.type === "free" && gatherMs === 0;
  const leased = isDue ? await deps.claims?.claim(tx, chat.id, 1) : undefined;
  const queued =
    admission.type === "admit" && !leased
      ? await enqueue(tx, chat, { envelope, now, pace, gatherMs })
      : undefined;
  const isTold = pace.type === "wait" && pace.isFirst && deps.isPush?.(chat.channel);
  if (delay !== undefined && isTold) await postDelay(tx, chat, { text: delay, now, newId });
  const { name: from } = envelope.sender;
  const isRefused = blocked !== undefined && admission.type === "refuse";
  const said = isRefused ? await postBlocked(tx, { message, blocked, id }, deps) : [];
  const bodies = [{ type: "message-accepted", message: id, from, text } as const, ...said];
  const opened = await leased
    ?.open({ ...row, turn: null, isShown: false }, bodies)
    .catch(rejectOpening);
  const facts =
    opened?.facts ?? (await appendEvents(tx, chat.id, { bodies, at: now, first: queued?.seq }));
  const matched = blocked ? 0 : await matchMessageReminders(tx, { envelope, author, chat, now });
  const told = await offerCode(tx, message, deps);
  return {
    type: "new",
    chat,
    facts,
    interrupts: queued?.interrupts ?? false,
    receipt: receiptOf(id, verdict),
    claimed: leased,
    afterwards: [
      ...(opened ? [opened.handOver] : []),
      ...(matched > 0 ? [() => deps.jobsWakeup?.notify()] : []),
      ...told.map((one) => () => deps.events.publish(one.chat, one.facts)),
    ],
  };
}

/** The turn of a message could not be opened; the message itself can be stored. */
export class OpeningFailed extends Error {
  override readonly name = "OpeningFailed";
}

function rejectOpening(error: unknown): never {
  throw new OpeningFailed("the turn could not be opened", { cause: error });
}

interface BlockedPost {
  readonly message: UserMessage;
  readonly blocked: BlockedMessage;
  readonly id: InboxId;
}

/** Says in the chat why a message is not answered, if there is a line for it. */
async function postBlocked(
  tx: Repositories,
  { message: { chat }, blocked, id }: BlockedPost,
  { localeOf, newId, isPush = () => false, now }: UserMessageDeps,
): Promise<readonly ChatEventBody[]> {
  const { language } = await localeOf(tx, chat);
  const text = blocked.say(language);
  if (text === undefined) return [];
  const reply = [{ type: "notice", code: "refused", text } as const];
  const post = `blocked:${id}`;
  await savePost(tx, chat, { id: post, reply, at: now, newId, isPush });
  return [{ type: "said", id: post, cause: "notice", about: id, reply }];
}

interface Read {
  readonly verdict: AdmissionVerdict;
  readonly media: readonly NewMedia[];
  readonly text: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** How long the chat was silent before. */
  readonly sinceMs: number | undefined;
}

function toRow(
  { envelope, author, chat }: UserMessage,
  { verdict: { row, overTold }, media, text, sentAt, sinceMs }: Read,
): Omit<NewInboxRow, "id" | "receivedAt"> {
  const { id: messageId, edit, sender } = envelope;
  return {
    chat: chat.id,
    messageId,
    edit,
    author: author.id,
    body: {
      kind: "message",
      text,
      name: sender.name,
      role: author.role,
      sentAt,
      replyTo: envelope.replyTo,
      corrects: envelope.corrects,
      sender: sender.id,
      username: sender.username,
      title: envelope.title,
      ...(media.length > 0 && { media: media.map(toReference) }),
      ...(overTold !== undefined && { overTold }),
      quote: envelope.quote,
      forwardedFrom: envelope.forwardedFrom,
      ...(sinceMs !== undefined && { sinceMs }),
    },
    label: labelOf(envelope, author, chat),
    ...row,
  };
}

/** Shows a person unknown to the agent a code, where that is done. */
async function offerCode(
  tx: Repositories,
  { envelope, author, chat }: UserMessage,
  { isPairing, isPush = () => false, newId, localeOf, now, policy }: UserMessageDeps,
): Promise<readonly ToldChat[]> {
  const direct = policy.accessOf?.(chat.channel)?.direct ?? "allowlist";
  const isLetIn = direct === "allowlist" && isPairing?.(chat.channel) && canPair(envelope);
  if (author.role !== "stranger" || !isLetIn) return [];
  return offerPairing(tx, { envelope, author, chat }, { newId, isPush, localeOf, now, policy });
}

interface Enqueued {
  readonly envelope: Envelope;
  readonly now: number;
  readonly pace: RateVerdict;
  /** How long more messages are waited for, in milliseconds. */
  readonly gatherMs: number;
}

/** As many messages are gathered at most. */
const MAX_GATHERED = 20;

/** In groups, and on channels where people write in bursts, one answer is given to a burst. */
function gatherMsOf({ kind, channel }: Chat, { policy, hasBursts }: UserMessageDeps): number {
  const isGathered = kind !== "direct" || hasBursts?.(channel) === true;
  return isGathered ? (policy.debounceMs ?? 0) : 0;
}

/** Puts the message into the queue; answers whether it interrupts a running turn, with its event's number. */
async function enqueue(
  tx: Repositories,
  chat: Chat,
  { envelope, now, pace, gatherMs }: Enqueued,
): Promise<{ readonly interrupts: boolean; readonly seq: number }> {
  if (envelope.edit > 0) await tx.inbox.withdrawEarlier(chat.id, envelope);
  const interrupted =
    chat.mode === "interrupt" && pace.type === "free"
      ? await tx.turns.cancelRunning(chat.id, "interrupted")
      : undefined;
  const interrupts = interrupted !== undefined;
  const dueAt = pace.type === "wait" ? pace.dueAt : now + gatherMs;
  const gathers = gatherMs > 0 ? MAX_GATHERED : 0;
  const options = { now: dueAt, interrupt: interrupts, events: 1, gathers };
  const seq = await tx.chats.enqueue(chat.id, options);
  return { interrupts, seq };
}

/** Describes in words what is shared without a file. */
function wordsOf({ text, media = [] }: Envelope): string {
  const shared = media.flatMap((one) => one.text ?? []);
  return [...shared, ...(text === "" ? [] : [text])].join("\n");
}

/** Labels a text by its author; the person who forwards one does not vouch for it. */
function labelOf({ forwardedFrom, title }: Envelope, author: Principal, chat: Chat): Label {
  const audience = audienceOf({ chat: chat.id, kind: chat.kind, uid: author.id });
  if (forwardedFrom !== undefined)
    return labelOfSource(
      { kind: "forward", where: forwardedFrom, integrity: "stranger" },
      audience,
    );
  const integrity = integrityOf(author.role);
  if (integrity === "owner") return { integrity, audience };
  const where = title === undefined ? author.name : `${author.name} in ${title}`;
  return labelOfSource({ kind: "message", where, integrity, by: author.id }, audience);
}

/** Checks whether a calendar can show a time; a channel may pass on anything a client sent. */
function isTime(at: number): boolean {
  return Number.isInteger(at) && Math.abs(at) <= 8.64e15;
}
