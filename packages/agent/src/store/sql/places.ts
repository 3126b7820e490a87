import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { PlaceId } from "../../kernel/ids.ts";
import type { PlaceStore } from "../places.ts";
import type { Tables } from "./tables.ts";

const COLUMNS = [
  "id",
  "tenant",
  "uid",
  "surface",
  "surface_id as chat",
  "kind",
  "mode",
  "max_steps as maxSteps",
  "session_id as sessionId",
  "agent",
  "fence",
  "epoch",
  "lease_owner as leaseOwner",
] as const;

/** `canSkipLocked`: several processes claim at once and pass over each other's rows. */
export function createPlaces(
  db: Kysely<Tables>,
  { canSkipLocked }: { canSkipLocked: boolean },
): PlaceStore {
  const places = () => db.selectFrom("places").select(COLUMNS);
  const byKey: PlaceStore["byKey"] = ({ tenant, uid, surface, chat }) =>
    places()
      .where("tenant", "=", tenant)
      .where("uid", "=", uid)
      .where("surface", "=", surface)
      .where("surface_id", "=", chat)
      .executeTakeFirst();

  return {
    byKey,
    byId: (id) => places().where("id", "=", id).executeTakeFirst(),
    byAddress: (surface, chat) =>
      places().where("surface", "=", surface).where("surface_id", "=", chat).execute(),
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

    lastOf: ({ tenant, person }, { except }) =>
      places()
        .where("tenant", "=", tenant)
        .where("uid", "=", person)
        .where("surface", "!=", except)
        .where("kind", "=", "direct")
        .where(lastWritten, "is not", null)
        .orderBy(lastWritten, "desc")
        .executeTakeFirst(),

    async add({ chat, maxSteps, ...place }) {
      // Without "returning", for which SQLite would look through all tables that refer to places.
      await db
        .insertInto("places")
        .values({ ...place, surface_id: chat, max_steps: maxSteps, ...UNTOUCHED })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await byKey({ ...place, chat })) ?? vanished(place.id);
    },

    async configure(id, { mode, maxSteps, agent }) {
      await db
        .updateTable("places")
        .set({
          ...(mode && { mode }),
          ...(maxSteps && { max_steps: maxSteps }),
          ...(agent !== undefined && { agent }),
        })
        .where("id", "=", id)
        .execute();
    },

    async setSession(id, session) {
      await db.updateTable("places").set({ session_id: session }).where("id", "=", id).execute();
    },

    async enqueue(id, { now, interrupt }) {
      await db
        .updateTable("places")
        .set((place) => ({
          pending: place("pending", "+", 1),
          next_at: place
            .case()
            .when(place.or([place("pending", "=", 0), place("next_at", ">", now + REST_MS)]))
            .then(now)
            .else(place.ref("next_at"))
            .end(),
          ...(interrupt && { fence: place("fence", "+", 1) }),
        }))
        .where("id", "=", id)
        .execute();
    },

    async raiseFence(id) {
      const place = db.updateTable("places").where("id", "=", id);
      await place.set((row) => ({ fence: row("fence", "+", 1) })).execute();
      // Counted once the row is ours, so that what was queued up to then is seen.
      await place.set({ pending: openMessages(id) }).execute();
    },

    claim: ({ owner, now, leaseUntil }) =>
      db
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
            .where((free) =>
              free.or([free("lease_owner", "is", null), free("lease_until", "<=", now)]),
            )
            .orderBy("next_at")
            .limit(1);
          return canSkipLocked ? waiting.forUpdate().skipLocked() : waiting;
        })
        .returning(COLUMNS)
        .executeTakeFirst(),

    hold: ({ place, owner, epoch }, leaseUntil) =>
      db
        .updateTable("places")
        .set({ lease_until: leaseUntil })
        .where("id", "=", place)
        .where("epoch", "=", epoch)
        .where("lease_owner", "=", owner)
        .returning(COLUMNS)
        .executeTakeFirst(),

    async release(id, nextAt) {
      await db
        .updateTable("places")
        .set({
          lease_owner: null,
          lease_until: 0,
          next_at: sql<number>`case when ${firstDue(id)} > ${nextAt} then ${firstDue(id)} else ${nextAt} end`,
          pending: openMessages(id),
        })
        .where("id", "=", id)
        .execute();
    },

    async voidLeases() {
      await db
        .updateTable("places")
        .set({ lease_owner: null, lease_until: 0, next_at: 0 })
        .where("lease_owner", "is not", null)
        .execute();
    },

    async nextDue() {
      const next = await db
        .selectFrom("places")
        .select((place) => place.fn.min(dueAt(place)).as("due"))
        .where("pending", ">", sql.lit(0))
        .executeTakeFirst();
      return next?.due ?? undefined;
    },

    async takeSeq(id, count) {
      const { next_seq } = await db
        .updateTable("places")
        .set((place) => ({ next_seq: place("next_seq", "+", count) }))
        .where("id", "=", id)
        .returning("next_seq")
        .executeTakeFirstOrThrow();
      return next_seq - count;
    },

    async lastSeq(id) {
      const place = await db
        .selectFrom("places")
        .select("next_seq")
        .where("id", "=", id)
        .executeTakeFirst();
      return (place?.next_seq ?? 1) - 1;
    },
  };
}

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
