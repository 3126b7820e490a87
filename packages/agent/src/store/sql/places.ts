import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { PlaceId } from "../../kernel/ids.ts";
import type { PlaceKey, PlaceStore } from "../places.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

const COLUMNS = [
  "id",
  "tenant",
  "uid",
  "channel",
  "external_id as chat",
  "kind",
  "mode",
  "max_steps as maxSteps",
  "session_id as sessionId",
  "agent",
  "language",
  "fence",
  "epoch",
  "lease_owner as leaseOwner",
] as const;

/** `canSkipLocked`: several processes claim at once and pass over each other's rows. */
export function createPlaces(
  db: Kysely<Tables>,
  { canSkipLocked }: { canSkipLocked: boolean },
): PlaceStore {
  const places = () => placesIn(db);
  const claim = canSkipLocked ? CLAIM_UNLOCKED : CLAIM;
  const byKey: PlaceStore["byKey"] = ({ tenant, uid, channel, chat }) =>
    BY_KEY.first(db, { tenant, uid, channel, chat });

  return {
    byKey,
    byId: (id) => BY_ID.first(db, { id }),
    byAddress: (channel, chat) => BY_ADDRESS.all(db, { channel, chat }),
    topicsOf: (channel, chat) =>
      places()
        .where("kind", "=", "direct")
        .where("channel", "=", channel)
        .where(sql<boolean>`substr(external_id, 1, ${chat.length + 1}) = ${`${chat}/`}`)
        .orderBy("id")
        .execute(),
    list: () => places().orderBy("id").execute(),
    withNoted: (reason) =>
      places()
        .where("id", "in", (noted) =>
          noted
            .selectFrom("inbox")
            .select("place")
            .where("state", "=", "noted")
            .where("reason", "=", reason),
        )
        .orderBy("id")
        .execute(),
    directOf: (tenant, roles) =>
      places()
        .where("kind", "=", "direct")
        .where("tenant", "=", tenant)
        .where("uid", "in", (place) =>
          place
            .selectFrom("people")
            .select((person) => sql<string>`${person.ref("id")}`.as("id"))
            .where("people.tenant", "=", tenant)
            .where("role", "in", roles),
        )
        .orderBy("id")
        .execute(),

    directWith: ({ tenant, person }) =>
      places()
        .where("tenant", "=", tenant)
        .where("uid", "=", person)
        .where("kind", "=", "direct")
        .orderBy("id")
        .execute(),

    async lastOf({ tenant, person }, channels) {
      if ("on" in channels && channels.on.length === 0) return undefined;
      return places()
        .where("tenant", "=", tenant)
        .where("uid", "=", person)
        .where((place) =>
          "on" in channels
            ? place("channel", "in", channels.on)
            : place("channel", "!=", channels.except),
        )
        .where("kind", "=", "direct")
        .where(lastWritten, "is not", null)
        .orderBy(lastWritten, "desc")
        .executeTakeFirst();
    },

    async add({ chat, maxSteps, ...place }) {
      // Without "returning", for which SQLite would look through all tables that refer to places.
      await db
        .insertInto("places")
        .values({ ...place, external_id: chat, max_steps: maxSteps, ...UNTOUCHED })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await byKey({ ...place, chat })) ?? vanished(place.id);
    },

    async configure(id, { mode, maxSteps, agent, language }) {
      await db
        .updateTable("places")
        .set({
          ...(mode && { mode }),
          ...(maxSteps && { max_steps: maxSteps }),
          ...(agent !== undefined && { agent }),
          ...(language !== undefined && { language }),
        })
        .where("id", "=", id)
        .execute();
    },

    async setSession(id, session) {
      await db.updateTable("places").set({ session_id: session }).where("id", "=", id).execute();
    },

    async enqueue(id, { now, interrupt }) {
      await ENQUEUE.run(db, { id, now, rested: now + REST_MS, raised: interrupt ? 1 : 0 });
    },

    async raiseFence(id) {
      const place = db.updateTable("places").where("id", "=", id);
      await place.set((row) => ({ fence: row("fence", "+", 1) })).execute();
      // Counted once the row is ours, so that what was queued up to then is seen.
      await place.set({ pending: openMessages(id) }).execute();
    },

    claim: ({ owner, now, leaseUntil }) => claim.first(db, { owner, now, leaseUntil }),

    hold: ({ place, owner, epoch }, leaseUntil) =>
      HOLD.first(db, { place, owner, epoch, leaseUntil }),

    async release(id, nextAt) {
      await RELEASE.run(db, { id, nextAt });
    },

    async voidLeases() {
      await db
        .updateTable("places")
        .set({ lease_owner: null, lease_until: 0, next_at: 0 })
        .where("lease_owner", "is not", null)
        .execute();
    },

    async nextDue() {
      return (await NEXT_DUE.first(db, {}))?.due ?? undefined;
    },

    async takeSeq(id, count) {
      return (await TAKE_SEQ.one(db, { id, count })).next_seq - count;
    },

    async lastSeq(id) {
      return ((await NEXT_SEQ.first(db, { id }))?.next_seq ?? 1) - 1;
    },
  };
}

function placesIn(db: Kysely<Tables>) {
  return db.selectFrom("places").select(COLUMNS);
}

const BY_KEY = prepareStatement((db, { tenant, uid, channel, chat }: PlaceKey) =>
  placesIn(db)
    .where("tenant", "=", tenant)
    .where("uid", "=", uid)
    .where("channel", "=", channel)
    .where("external_id", "=", chat),
);

const BY_ID = prepareStatement((db, { id }: { id: PlaceId }) => placesIn(db).where("id", "=", id));

const BY_ADDRESS = prepareStatement((db, { channel, chat }: Pick<PlaceKey, "channel" | "chat">) =>
  placesIn(db).where("channel", "=", channel).where("external_id", "=", chat),
);

const ENQUEUE = prepareStatement(
  (db, { id, now, rested, raised }: { id: PlaceId; now: number; rested: number; raised: number }) =>
    db
      .updateTable("places")
      .set((place) => ({
        pending: place("pending", "+", 1),
        next_at: place
          .case()
          .when(place.or([place("pending", "=", 0), place("next_at", ">", rested)]))
          .then(now)
          .else(place.ref("next_at"))
          .end(),
        fence: place("fence", "+", raised),
      }))
      .where("id", "=", id),
);

interface Claiming {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
}

function claiming(db: Kysely<Tables>, claim: Claiming & { readonly skips?: true }) {
  const { owner, now, leaseUntil, skips } = claim;
  return db
    .updateTable("places")
    .set((place) => ({
      lease_owner: owner,
      lease_until: leaseUntil,
      epoch: place("epoch", "+", 1),
    }))
    .where("id", "=", (place) => {
      const waiting = place
        .selectFrom("places")
        .select("id")
        .where("pending", ">", sql.lit(0))
        .where("next_at", "<=", now)
        .where((free) => free.or([free("lease_owner", "is", null), free("lease_until", "<=", now)]))
        .orderBy("next_at")
        .limit(1);
      return skips ? waiting.forUpdate().skipLocked() : waiting;
    })
    .returning(COLUMNS);
}

const CLAIM = prepareStatement((db, claim: Claiming) => claiming(db, claim));
const CLAIM_UNLOCKED = prepareStatement((db, claim: Claiming) =>
  claiming(db, { ...claim, skips: true }),
);

const HOLD = prepareStatement(
  (
    db,
    {
      place,
      owner,
      epoch,
      leaseUntil,
    }: { place: PlaceId; owner: string; epoch: number; leaseUntil: number },
  ) =>
    db
      .updateTable("places")
      .set({ lease_until: leaseUntil })
      .where("id", "=", place)
      .where("epoch", "=", epoch)
      .where("lease_owner", "=", owner)
      .returning(COLUMNS),
);

const RELEASE = prepareStatement((db, { id, nextAt }: { id: PlaceId; nextAt: number }) =>
  db
    .updateTable("places")
    .set({
      lease_owner: null,
      lease_until: 0,
      next_at: sql<number>`case when ${firstDue(id)} > ${nextAt} then ${firstDue(id)} else ${nextAt} end`,
      pending: openMessages(id),
    })
    .where("id", "=", id),
);

const NEXT_DUE = prepareStatement((db) =>
  db
    .selectFrom("places")
    .select((place) => place.fn.min(dueAt(place)).as("due"))
    .where("pending", ">", sql.lit(0)),
);

const NEXT_SEQ = prepareStatement((db, { id }: { id: PlaceId }) =>
  db.selectFrom("places").select("next_seq").where("id", "=", id),
);

const TAKE_SEQ = prepareStatement((db, { id, count }: { id: PlaceId; count: number }) =>
  db
    .updateTable("places")
    .set((place) => ({ next_seq: place("next_seq", "+", count) }))
    .where("id", "=", id)
    .returning("next_seq"),
);

/** A place that rests after a failure is not woken; one whose messages are due much later is. */
const REST_MS = 1000;

const UNTOUCHED = {
  pending: 0,
  next_at: 0,
  lease_until: 0,
  epoch: 0,
  fence: 0,
  next_seq: 1,
} as const;

/** Counted anew instead of added up, so that no path can leave the number wrong. */
function openMessages(id: PlaceId) {
  return sql<number>`(select count(*) from inbox where place = ${id} and state in ('queued', 'taken'))`;
}

/** When the first of its open messages may be answered; null without any. */
function firstDue(id: PlaceId) {
  return sql<number>`(select min(due) from inbox where place = ${id} and state in ('queued', 'taken'))`;
}

/** A place that is held becomes due when its lease ends: whoever held it may be dead. */
function dueAt(place: ExpressionBuilder<Tables, "places">) {
  return place
    .case()
    .when("lease_until", ">", place.ref("next_at"))
    .then(place.ref("lease_until"))
    .else(place.ref("next_at"))
    .end();
}

function vanished(id: string): never {
  throw new Error(`place ${id} was neither added nor found`);
}

/** The number of the newest message that somebody wrote in a place. */
const lastWritten = sql<
  number | null
>`(select max("order") from messages where place = places.id and direction = 'in')`;
