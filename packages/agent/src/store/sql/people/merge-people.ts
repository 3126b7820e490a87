import { fromJson } from "../json.ts";
import { type Kysely, sql } from "kysely";
import type { ApprovalId, FactId, JobId, PersonId, ChatId, PlanId } from "../../../kernel/ids.ts";
import type { PassageSource, PassageStore } from "../../search/passages.ts";
import { relabel } from "./relabel.ts";
import type { Tables } from "../tables.ts";

/** Keys of all rows that were moved from one person to another. */
export interface Moved {
  readonly identities: readonly { readonly channel: string; readonly externalId: string }[];
  readonly chats: readonly ChatId[];
  readonly notes: readonly string[];
  /** Absent in what was moved before there were any. */
  readonly tasks?: readonly string[];
  readonly readings?: readonly string[];
  readonly jobs?: readonly JobId[];
  readonly plans?: readonly PlanId[];
  readonly journal: readonly number[];
  readonly facts: readonly FactId[];
  readonly approvals: readonly ApprovalId[];
}

/** Reads a stored move, also with its earlier field names. */
export function readMoved(json: string): Moved {
  const { places, ...moved } = fromJson<Moved & { readonly places?: Moved["chats"] }>(json);
  const identities = fromJson<{ readonly identities: readonly StoredIdentity[] }>(json).identities;
  return {
    ...moved,
    chats: moved.chats ?? places,
    identities: identities.map(({ surface = "", channel = surface, externalId }) => ({
      channel,
      externalId,
    })),
  };
}

interface StoredIdentity {
  readonly channel?: string;
  readonly surface?: string;
  readonly externalId: string;
}

interface Way {
  readonly tenant: string;
  readonly from: PersonId;
  readonly to: PersonId;
}

/** Moves all data of a person to another; returns the moved keys. */
export async function mergePeople(
  db: Kysely<Tables>,
  way: Way,
  passages: PassageStore,
): Promise<Moved> {
  const moved = await belongings(db, way);
  await move(db, { ...way, moved }, passages);
  await moveVotes(db, way);
  return moved;
}

/** Moves back what was moved, and the direct chats of the names among it, and nothing else. */
export async function splitPeople(
  db: Kysely<Tables>,
  way: Way & { readonly moved: Moved },
  passages: PassageStore,
): Promise<void> {
  const { moved } = way;
  const begun = await chatsOf(db, way);
  const chats = [...new Set([...moved.chats, ...begun])];
  await move(db, { ...way, moved: { ...moved, chats } }, passages);
}

/** Returns a person's direct chats, whose ids equal the person's or begin with it: `1001`, `1001/5`. */
async function chatsOf(
  db: Kysely<Tables>,
  { tenant, from, to, moved }: Way & { readonly moved: Moved },
): Promise<readonly ChatId[]> {
  const found: ChatId[] = [];
  for (const { channel, externalId } of moved.identities) {
    const inside = `${externalId}/`;
    const chats = await chatsOfOne(db, { tenant, from, to })
      .where("channel", "=", channel)
      .where("kind", "=", "direct")
      .where((chat) =>
        chat.or([
          chat("external_id", "=", externalId),
          chat(sql<string>`substr(external_id, 1, ${inside.length})`, "=", inside),
        ]),
      )
      .execute();
    found.push(...chats.map(({ id }) => id));
  }
  return found;
}

/** A chat that both have written in stays two chats. */
function chatsOfOne(db: Kysely<Tables>, { tenant, from, to }: Way) {
  return db
    .selectFrom("chats")
    .select("id")
    .where("tenant", "=", tenant)
    .where("uid", "=", from)
    .where((chat) =>
      chat.not(
        chat.exists(
          chat
            .selectFrom("chats as other")
            .select("other.id")
            .where("other.tenant", "=", tenant)
            .where("other.uid", "=", to)
            .whereRef("other.channel", "=", "chats.channel")
            .whereRef("other.external_id", "=", "chats.external_id"),
        ),
      ),
    );
}

async function belongings(db: Kysely<Tables>, { tenant, from, to }: Way): Promise<Moved> {
  const identities = await db
    .selectFrom("identities")
    .select(["channel", "external_id as externalId"])
    .where("tenant", "=", tenant)
    .where("person", "=", from)
    .execute();
  const chats = await chatsOfOne(db, { tenant, from, to }).execute();
  const notes = await db
    .selectFrom("notes")
    .select("id")
    .where("tenant", "=", tenant)
    .where("person", "=", from)
    .execute();
  const tasks = await db
    .selectFrom("tasks")
    .select("id")
    .where("tenant", "=", tenant)
    .where("person", "=", from)
    .execute();
  const readings = await db
    .selectFrom("readings")
    .select("id")
    .where("tenant", "=", tenant)
    .where("person", "=", from)
    .execute();
  const jobs = await db
    .selectFrom("jobs")
    .select("id")
    .where("tenant", "=", tenant)
    .where("maker", "=", from)
    .execute();
  const plans = await db
    .selectFrom("plans")
    .select("id")
    .where("tenant", "=", tenant)
    .where("person", "=", from)
    .where("state", "in", ["running", "waiting", "failed"])
    .execute();
  const journal = await db
    .selectFrom("journal")
    .select("order")
    .where("tenant", "=", tenant)
    .where("person", "=", from)
    .execute();
  const facts = await db
    .selectFrom("facts")
    .select("id")
    .where("tenant", "=", tenant)
    .where("audience", "=", from)
    .execute();
  const approvals = await db
    .selectFrom("approvals")
    .select("id")
    .where("requester", "=", from)
    .where("state", "in", ["pending", "confirmed"])
    .execute();
  return {
    identities,
    chats: chats.map(({ id }) => id),
    notes: notes.map(({ id }) => id),
    tasks: tasks.map(({ id }) => id),
    readings: readings.map(({ id }) => id),
    jobs: jobs.map(({ id }) => id),
    plans: plans.map(({ id }) => id),
    journal: journal.map(({ order }) => order),
    facts: facts.map(({ id }) => id),
    approvals: approvals.map(({ id }) => id),
  };
}

async function move(
  db: Kysely<Tables>,
  { tenant, from, to, moved }: Way & { readonly moved: Moved },
  passages: PassageStore,
): Promise<void> {
  for (const { channel, externalId } of moved.identities)
    await db
      .updateTable("identities")
      .set({ person: to })
      .where("tenant", "=", tenant)
      .where("channel", "=", channel)
      .where("external_id", "=", externalId)
      .execute();
  for (const chat of moved.chats) {
    await db.updateTable("chats").set({ uid: to }).where("id", "=", chat).execute();
    await db
      .updateTable("scopes")
      .set({ audience: to })
      .where("tenant", "=", tenant)
      .where("audience", "=", from)
      .where("chat", "=", chat)
      .execute();
  }
  for (const id of moved.notes)
    await db.updateTable("notes").set({ person: to }).where("id", "=", id).execute();
  const { tasks = [], readings = [], jobs = [], plans = [] } = moved;
  for (const id of tasks)
    await db.updateTable("tasks").set({ person: to }).where("id", "=", id).execute();
  for (const id of readings)
    await db.updateTable("readings").set({ person: to }).where("id", "=", id).execute();
  for (const id of jobs)
    await db.updateTable("jobs").set({ maker: to }).where("id", "=", id).execute();
  for (const id of plans)
    await db.updateTable("plans").set({ person: to }).where("id", "=", id).execute();
  for (const order of moved.journal)
    await db.updateTable("journal").set({ person: to }).where("order", "=", order).execute();
  for (const id of moved.facts)
    await db.updateTable("facts").set({ audience: to }).where("id", "=", id).execute();
  for (const id of moved.approvals)
    await db.updateTable("approvals").set({ requester: to }).where("id", "=", id).execute();
  await relabel(db, { from, to, moved });
  await movePassages(
    { tenant, from, to, refs: new Set([...moved.notes, ...tasks, ...readings, ...moved.facts]) },
    passages,
  );
  await db
    .updateTable("profiles")
    .set({ stale: 1 })
    .where("tenant", "=", tenant)
    .where("person", "in", [from, to])
    .execute();
}

/**
 * Moves passages that are still stored under the earlier person. They can be found by meaning again once they
 * are embedded.
 */
async function movePassages(
  { tenant, from, to, refs }: Way & { readonly refs: ReadonlySet<string> },
  passages: PassageStore,
): Promise<void> {
  const scopes = await passages.scopes(tenant);
  for (const scope of scopes.filter(({ audience, source }) => audience === from && isOwn(source)))
    for (const { id: _id, ...passage } of await passages.list(scope)) {
      if (!refs.has(passage.ref)) continue;
      await passages.remove(scope, passage.ref);
      await passages.put({ ...passage, scope: { ...passage.scope, audience: to } });
    }
}

function isOwn(source: PassageSource): boolean {
  return source === "note" || source === "fact";
}

/** Moves votes: one person votes on an approval once, under any identity. */
async function moveVotes(db: Kysely<Tables>, { from, to }: Way): Promise<void> {
  const votes = await db
    .selectFrom("approval_votes")
    .selectAll()
    .where("person", "=", from)
    .execute();
  await db.deleteFrom("approval_votes").where("person", "=", from).execute();
  if (votes.length === 0) return;
  await db
    .insertInto("approval_votes")
    .values(votes.map((vote) => ({ ...vote, person: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
