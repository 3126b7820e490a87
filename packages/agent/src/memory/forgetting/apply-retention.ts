import type { SessionId, TurnId } from "../../kernel/ids.ts";
import { matchesGlob } from "../../kernel/text/matches-glob.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { RetentionRule } from "../config.ts";

export interface RetentionOptions {
  readonly store: Store;
  readonly rules: readonly RetentionRule[];
  readonly now: number;
  readonly newId: () => string;
}

const DAY_MS = 86_400_000;
/** Everyone else waits for a commit. */
const BATCH = 20;
const BATCHES = 25;

/**
 * Removes some of the data that is older than the rules allow, or that a non-archived chat no longer needs.
 * Returns true while there is more.
 */
export async function applyRetention(options: RetentionOptions): Promise<boolean> {
  const { store, rules, now } = options;
  for (const chat of await store.slow.chats.list()) {
    const days = minDays(chat, rules, "all");
    const before = days === undefined ? undefined : now - days * DAY_MS;
    const session = await onlySession(chat, store);
    for (const end of [before, session])
      if (end !== undefined && (await removeBefore(chat, end, options))) return true;
    const ofImages = minDays(chat, rules, "images");
    if (ofImages === undefined) continue;
    if (await removeImages(chat, now - ofImages * DAY_MS, options)) return true;
  }
  return false;
}

/** Returns the session for which a non-archived chat is stored; undefined for other chats. */
async function onlySession(chat: Chat, { read }: Store): Promise<SessionId | undefined> {
  if (!chat.sessionId || (await read.forgetting.archiveOf(chat.id)) === "on") return undefined;
  const session = await read.sessions.open(chat.sessionId);
  // A session still needs the data that it inherited from the one before.
  return session && !session.inheritance ? chat.sessionId : undefined;
}

/** Time until which, or session except for which, all messages are removed. */
type End = number | SessionId;

async function nextOf(chat: Chat, end: End, { forgetting }: Store["read"]) {
  const messages = await (typeof end === "number"
    ? forgetting.olderThan(chat.id, end, BATCH)
    : forgetting.beforeSession(end, BATCH));
  if (messages.length === BATCH) return { messages, sessions: [] };
  const before = typeof end === "number" ? end : Number.MAX_SAFE_INTEGER;
  return { messages, sessions: await forgetting.sessionsBefore(chat.id, before, BATCH) };
}

function minDays(
  { channel, externalId }: Chat,
  rules: readonly RetentionRule[],
  media: RetentionRule["media"],
): number | undefined {
  const days = rules
    .filter((rule) => rule.media === media && matchesGlob(`${channel}:${externalId}`, rule.chats))
    .map((rule) => rule.days);
  return days.length === 0 ? undefined : Math.min(...days);
}

async function removeBefore(
  chat: Chat,
  end: End,
  { store, now, newId }: RetentionOptions,
): Promise<boolean> {
  const id = newId();
  const traces: string[] = [];
  const gone = { sessions: new Set<SessionId>(), turns: new Set<TurnId>(), traces };
  let rows = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const { messages, sessions } = await nextOf(chat, end, store.read);
    if (messages.length + sessions.length === 0) return batch > 0;
    for (const { turn, text } of messages) {
      if (turn) gone.turns.add(turn);
      if (text.length > TRACE_CHARS) traces.push(text.slice(0, TRACE_CHARS));
    }
    for (const session of sessions) gone.sessions.add(session);
    rows = await store.commit("forget", async (tx) => {
      const removed = await tx.forgetting.removeMessages(messages, { turns: "emptied" });
      const all = rows + removed + (await tx.forgetting.emptySessions(sessions));
      await startForgetting(tx, chat, { id, at: now, rows: all, gone });
      return all;
    });
  }
  return true;
}

/** Enough of a text to know it again. */
const TRACE_CHARS = 24;

interface Gone {
  readonly sessions: ReadonlySet<SessionId>;
  readonly turns: ReadonlySet<TurnId>;
  readonly traces: readonly string[];
}

async function startForgetting(
  tx: Repositories,
  { tenant, uid }: Chat,
  {
    gone,
    ...done
  }: { readonly id: string; readonly at: number; readonly rows: number; readonly gone: Gone },
): Promise<void> {
  await tx.forgetting.start(
    { ...done, tenant, person: null, kind: "retention", turn: null },
    {
      reach: { tenant, audiences: [uid] },
      texts: [],
      parts: [],
      phrases: [],
      sessions: [...gone.sessions],
      turns: [...gone.turns],
      traces: gone.traces.slice(-MAX_TRACES),
      hasFiles: false,
    },
  );
}

const MAX_TRACES = 16;

async function removeImages(
  chat: Chat,
  before: number,
  { store, now, newId }: RetentionOptions,
): Promise<boolean> {
  return store.commit("forget", async (tx) => {
    const rows = await tx.forgetting.removeImages(chat.id, before, BATCH);
    if (rows === 0) return false;
    const gone: Gone = { sessions: new Set(), turns: new Set(), traces: [] };
    await startForgetting(tx, chat, { id: newId(), at: now, rows, gone });
    return true;
  });
}
