import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { ChatKey, ChatStore, Lease } from "../../messages/chats.ts";
import { isPostponed } from "./is-postponed.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

/** Columns of a chat beside its id, also in joins. */
export const CHAT_COLUMNS = [
  "chats.tenant",
  "chats.uid",
  "chats.channel",
  "chats.external_id as externalId",
  "chats.kind",
  "chats.mode",
  "chats.max_steps as maxSteps",
  "chats.session_id as sessionId",
  "chats.agent",
  "chats.language",
  "chats.policy",
  "chats.verbose",
  "chats.fence",
  "chats.epoch",
  "chats.lease_owner as leaseOwner",
] as const;

const COLUMNS = ["chats.id", ...CHAT_COLUMNS] as const;

/**
 * `canSkipLocked`: several processes claim at once and pass over each other's rows. Where only this one does,
 * leases do not end, so that its index of waiting chats leaves out leased ones: a message that is answered at
 * once never enters it.
 */
export function createChats(
  db: Kysely<Tables>,
  { canSkipLocked }: { canSkipLocked: boolean },
): ChatStore {
  const chats = () => chatsIn(db);
  const { claim, due } = canSkipLocked ? SHARED : ALONE;
  const byKey: ChatStore["byKey"] = ({ tenant, uid, channel, externalId }) =>
    BY_KEY.first(db, { tenant, uid, channel, externalId });

  return {
    byKey,
    byKeyWithLast: ({ tenant, uid, channel, externalId }) =>
      BY_KEY_WITH_LAST.first(db, { tenant, uid, channel, externalId }),
    byId: (id) => BY_ID.first(db, { id }),
    byAddress: (channel, externalId) => BY_ADDRESS.all(db, { channel, externalId }),
    topicsOf: (channel, externalId) =>
      chats()
        .where("kind", "=", "direct")
        .where("channel", "=", channel)
        .where(sql<boolean>`substr(external_id, 1, ${externalId.length + 1}) = ${`${externalId}/`}`)
        .orderBy("id")
        .execute(),
    list: () => chats().orderBy("id").execute(),
    withNoted: (reason) =>
      chats()
        .where("id", "in", (noted) =>
          noted
            .selectFrom("inbox")
            .select("chat")
            .where("state", "=", "noted")
            .where("reason", "=", reason),
        )
        .orderBy("id")
        .execute(),
    directOf: (tenant, roles) =>
      chats()
        .where("kind", "=", "direct")
        .where("tenant", "=", tenant)
        .where("uid", "in", (chat) =>
          chat
            .selectFrom("people")
            .select((person) => sql<string>`${person.ref("id")}`.as("id"))
            .where("people.tenant", "=", tenant)
            .where("role", "in", roles),
        )
        .orderBy("id")
        .execute(),

    directWith: ({ tenant, person }) =>
      chats()
        .where("tenant", "=", tenant)
        .where("uid", "=", person)
        .where("kind", "=", "direct")
        .orderBy("id")
        .execute(),

    async lastOf({ tenant, person }, channels) {
      if ("on" in channels && channels.on.length === 0) return undefined;
      return chats()
        .where("tenant", "=", tenant)
        .where("uid", "=", person)
        .where((chat) =>
          "on" in channels
            ? chat("channel", "in", channels.on)
            : chat("channel", "!=", channels.except),
        )
        .where("kind", "=", "direct")
        .where(lastWritten, "is not", null)
        .orderBy(lastWritten, "desc")
        .executeTakeFirst();
    },

    async add({ externalId, maxSteps, ...chat }) {
      // Without "returning", for which SQLite would look through all tables that refer to chats.
      await db
        .insertInto("chats")
        .values({ ...chat, external_id: externalId, max_steps: maxSteps, ...UNTOUCHED })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await byKey({ ...chat, externalId })) ?? vanished(chat.id);
    },

    async configure(id, { mode, maxSteps, agent, language, policy, verbose }) {
      await db
        .updateTable("chats")
        .set({
          ...(mode && { mode }),
          ...(maxSteps && { max_steps: maxSteps }),
          ...(agent !== undefined && { agent }),
          ...(language !== undefined && { language }),
          ...(policy !== undefined && { policy }),
          ...(verbose && { verbose }),
        })
        .where("id", "=", id)
        .execute();
    },

    async setSession(id, session) {
      await db.updateTable("chats").set({ session_id: session }).where("id", "=", id).execute();
    },

    async enqueue(id, { now, interrupt, events = 0, gathers = 0 }) {
      const raised = interrupt ? 1 : 0;
      const rested = now + RETRY_MS;
      const row = await ENQUEUE.one(db, { id, now, rested, raised, events, gathers });
      return row.next_seq - events;
    },

    async enqueueIdle(id, { owner, now, leaseUntil, events = 0 }) {
      const idle = await ENQUEUE_IDLE.first(db, { id, owner, now, leaseUntil, events });
      if (!idle) return undefined;
      const { next_seq: next, postponed, ...chat } = idle;
      return { ...chat, firstEvent: next - events, hasPostponed: postponed !== null };
    },

    async raiseFence(id) {
      const chat = db.updateTable("chats").where("id", "=", id);
      await chat.set((row) => ({ fence: row("fence", "+", 1) })).execute();
      // A turn that waits for its model ends now, not at its next attempt.
      await chat.set({ next_at: 0 }).where("lease_owner", "is", null).execute();
      // Counted once the row is ours, so that what was queued up to then is seen.
      await chat.set({ pending: openMessages(id) }).execute();
    },

    async claim({ owner, now, leaseUntil, events = 0 }) {
      const claimed = await claim.first(db, { owner, now, leaseUntil, events });
      if (!claimed) return undefined;
      const { next_seq: next, ...chat } = claimed;
      return { ...chat, firstEvent: next - events };
    },

    async extendLease({ chat: id, owner, epoch }, leaseUntil, events = 0) {
      const held = await HOLD.first(db, { chat: id, owner, epoch, leaseUntil, events });
      if (!held) return undefined;
      const { next_seq: next, queued, ...chat } = held;
      return { ...chat, firstEvent: next - events, hasQueued: queued !== null };
    },

    async release(id, nextAt, events = 0) {
      const { next_seq: next, ...left } = await RELEASE.one(db, { id, nextAt, events });
      return { ...left, firstEvent: next - events };
    },

    async voidLeases() {
      await db
        .updateTable("chats")
        .set({ lease_owner: null, lease_until: 0, next_at: 0 })
        .where("lease_owner", "is not", null)
        .execute();
    },

    async nextDue() {
      return (await due.first(db, {}))?.due ?? undefined;
    },

    async takeSeq(id, count) {
      return (await TAKE_SEQ.one(db, { id, count })).next_seq - count;
    },

    async lastSeq(id) {
      return ((await NEXT_SEQ.first(db, { id }))?.next_seq ?? 1) - 1;
    },
  };
}

function chatsIn(db: Kysely<Tables>) {
  return db.selectFrom("chats").select(COLUMNS);
}

function withKey(db: Kysely<Tables>, { tenant, uid, channel, externalId }: ChatKey) {
  return chatsIn(db)
    .where("tenant", "=", tenant)
    .where("uid", "=", uid)
    .where("channel", "=", channel)
    .where("external_id", "=", externalId);
}

const BY_KEY = prepareStatement((db, key: ChatKey) => withKey(db, key));

const BY_KEY_WITH_LAST = prepareStatement((db, key: ChatKey) =>
  withKey(db, key).select((chat) =>
    chat
      .selectFrom("messages")
      .select("messages.at")
      .whereRef("messages.chat", "=", "chats.id")
      .orderBy("messages.order", "desc")
      .limit(1)
      .as("lastAt"),
  ),
);

const BY_ID = prepareStatement((db, { id }: { id: ChatId }) => chatsIn(db).where("id", "=", id));

const BY_ADDRESS = prepareStatement(
  (db, { channel, externalId }: Pick<ChatKey, "channel" | "externalId">) =>
    chatsIn(db).where("channel", "=", channel).where("external_id", "=", externalId),
);

interface Enqueued {
  readonly id: ChatId;
  readonly now: number;
  readonly rested: number;
  readonly raised: number;
  readonly events: number;
  readonly gathers: number;
}

const ENQUEUE = prepareStatement((db, { id, now, rested, raised, events, gathers }: Enqueued) =>
  db
    .updateTable("chats")
    .set((chat) => ({
      pending: chat("pending", "+", 1),
      next_at: chat
        .case()
        .when(
          chat.or([
            chat("pending", "=", 0),
            chat("next_at", ">", rested),
            chat("pending", "<", gathers),
          ]),
        )
        .then(now)
        .else(chat.ref("next_at"))
        .end(),
      fence: chat("fence", "+", raised),
      next_seq: chat("next_seq", "+", events),
    }))
    .where("id", "=", id)
    .returning("next_seq"),
);

interface Claiming {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly events: number;
}

interface Claims {
  /** Whether other processes claim, too. */
  readonly isShared: boolean;
}

function claiming(db: Kysely<Tables>, claim: Claiming, { isShared }: Claims) {
  const { owner, now, leaseUntil, events } = claim;
  return db
    .updateTable("chats")
    .set((chat) => ({
      lease_owner: owner,
      lease_until: leaseUntil,
      epoch: chat("epoch", "+", 1),
      next_seq: chat("next_seq", "+", events),
    }))
    .where("id", "=", (chat) => {
      const waiting = chat
        .selectFrom("chats")
        .select("id")
        .where("pending", ">", sql.lit(0))
        .where("next_at", "<=", now)
        .where((free) =>
          free.or([
            free("lease_owner", "is", null),
            ...(isShared ? [free("lease_until", "<=", now)] : []),
          ]),
        )
        .orderBy("next_at")
        .limit(1);
      return isShared ? waiting.forUpdate().skipLocked() : waiting;
    })
    .returning(COLUMNS)
    .returning((chat) =>
      chat
        .selectFrom("turns")
        .select("turns.id")
        .whereRef("turns.chat", "=", "chats.id")
        .where("turns.state", "=", sql.lit("running"))
        .as("running"),
    )
    .returning(firstChatDue(sql`other.id <> chats.id`, { isShared }).as("nextDue"))
    .returning("next_seq");
}

const ENQUEUE_IDLE = prepareStatement(
  (db, { id, owner, now, leaseUntil, events }: Claiming & { readonly id: ChatId }) =>
    db
      .updateTable("chats")
      .set((chat) => ({
        pending: 1,
        next_at: now,
        lease_owner: owner,
        lease_until: leaseUntil,
        epoch: chat("epoch", "+", 1),
        next_seq: chat("next_seq", "+", events),
      }))
      .where("id", "=", id)
      .where("pending", "=", 0)
      .where("lease_owner", "is", null)
      .returning(COLUMNS)
      .returning(
        sql<
          string | null
        >`(select id from outbox where chat = chats.id and ${isPostponed(now)} limit 1)`.as(
          "postponed",
        ),
      )
      .returning("next_seq"),
);

const ALONE = claimsOf({ isShared: false });
const SHARED = claimsOf({ isShared: true });

function claimsOf(beside: Claims) {
  return {
    claim: prepareStatement((db, claim: Claiming) => claiming(db, claim, beside)),
    due: prepareStatement((db) => db.selectNoFrom(firstChatDue(sql`true`, beside).as("due"))),
  };
}

interface Holding extends Lease {
  readonly leaseUntil: number;
  readonly events: number;
}

const HOLD = prepareStatement((db, { chat: id, owner, epoch, leaseUntil, events }: Holding) =>
  db
    .updateTable("chats")
    .set((chat) => ({ lease_until: leaseUntil, next_seq: chat("next_seq", "+", events) }))
    .where("id", "=", id)
    .where("epoch", "=", epoch)
    .where("lease_owner", "=", owner)
    .returning(COLUMNS)
    .returning(
      sql<
        number | null
      >`(select min(due) from inbox where chat = ${id} and state in ('queued', 'taken') and state = 'queued')`.as(
        "queued",
      ),
    )
    .returning("next_seq"),
);

const RELEASE = prepareStatement(
  (db, { id, nextAt, events }: { id: ChatId; nextAt: number; events: number }) =>
    db
      .updateTable("chats")
      .set((chat) => ({
        lease_owner: null,
        lease_until: 0,
        next_at: sql<number>`case when ${firstMessageDue(id)} > ${nextAt} then ${firstMessageDue(id)} else ${nextAt} end`,
        pending: openMessages(id),
        next_seq: chat("next_seq", "+", events),
      }))
      .where("id", "=", id)
      .returning(["next_seq", "pending", "session_id as sessionId"]),
);

const NEXT_SEQ = prepareStatement((db, { id }: { id: ChatId }) =>
  db.selectFrom("chats").select("next_seq").where("id", "=", id),
);

const TAKE_SEQ = prepareStatement((db, { id, count }: { id: ChatId; count: number }) =>
  db
    .updateTable("chats")
    .set((chat) => ({ next_seq: chat("next_seq", "+", count) }))
    .where("id", "=", id)
    .returning("next_seq"),
);

/**
 * Interval in milliseconds for which a chat in backoff is not woken; one whose messages are due later than
 * that is.
 */
const RETRY_MS = 1000;

const UNTOUCHED = {
  pending: 0,
  next_at: 0,
  lease_until: 0,
  epoch: 0,
  fence: 0,
  next_seq: 1,
} as const;

/** Counts again instead of adding up, so that no code path can leave a wrong number. */
function openMessages(id: ChatId) {
  return sql<number>`(select count(*) from inbox where chat = ${id} and state in ('queued', 'taken'))`;
}

/** Returns the time at which the first of its open messages may be answered; null without any. */
function firstMessageDue(id: ChatId) {
  return sql<number>`(select min(due) from inbox where chat = ${id} and state in ('queued', 'taken'))`;
}

/** Returns when the first waiting chat becomes due. `among` is a condition for this chat, which is called `other`. */
function firstChatDue(among: RawBuilder<unknown>, { isShared }: Claims) {
  const waits = sql`other.pending > 0 and ${among}`;
  if (!isShared)
    return sql<number | null>`(select min(other.next_at) from chats other
      where other.lease_owner is null and ${waits})`;
  // A leased chat becomes due when its lease ends: the worker may be dead.
  return sql<number | null>`(select min(
      case when other.lease_until > other.next_at then other.lease_until else other.next_at end)
    from chats other where ${waits})`;
}

function vanished(id: string): never {
  throw new Error(`chat ${id} was neither added nor found`);
}

/** Number of the newest message that a person wrote in a chat. */
const lastWritten = sql<
  number | null
>`(select max("order") from messages where chat = chats.id and direction = 'in')`;
