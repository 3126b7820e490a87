import { type Kysely, sql } from "kysely";
import { isRecord } from "../../kernel/json.ts";
import { type FactId, type PlaceId, type SessionId, type TurnId, toId } from "../../kernel/ids.ts";
import type { KeptMessage, KnownPerson } from "../forgetting.ts";
import type { PassageStore } from "../passages.ts";
import { forgetArgs } from "./audit.ts";
import { createEmbeddingCache } from "./embedding-cache.ts";
import { createFeedPassages } from "./feed-passages.ts";
import { removeFacts } from "./remove-facts.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";

const FORGOTTEN = "[forgotten]";

type Named = Pick<KeptMessage, "place" | "messageId">;

/** Removes messages and what came with them; see `ForgettingStore.removeMessages`. */
export async function eraseMessages(
  db: Kysely<Tables>,
  messages: readonly Named[],
  parts: { readonly passages: PassageStore; readonly turns: "kept" | "emptied" },
): Promise<number> {
  const feed = createFeedPassages(db, parts.passages);
  const touched = new Set<TurnId>();
  let rows = 0;
  for (const { place, messageId } of messages) {
    const removed = await db
      .deleteFrom("messages")
      .where("place", "=", place)
      .where("message_id", "=", messageId)
      .returning(["order", "turn", "author", "text"])
      .execute();
    await forgetVectors(db, removed);
    await feed.remove(
      place,
      removed.map(({ order }) => order),
    );
    const accepted = await db
      .selectFrom("inbox")
      .select(["id", "body", "turn", "author"])
      .where("place", "=", place)
      .where("message_id", "=", messageId)
      .execute();
    for (const { id, body } of accepted) {
      await db
        .updateTable("inbox")
        .set({ body: emptied(body) })
        .where("id", "=", id)
        .execute();
      await db.deleteFrom("images").where("message", "=", id).execute();
      await db.deleteFrom("attachments").where("message", "=", id).execute();
      await db.deleteFrom("session_policies").where("message", "=", id).execute();
      await emptySayings(db, { place, about: id }, parts.passages);
      await emptyEvents(db, sql<boolean>`place = ${place} and body like ${`%${id}%`}`);
      await emptyDeliveries(db, id);
    }
    for (const { turn, body } of accepted) if (turn) await emptyInput(db, turn, body);
    for (const { turn } of [...removed, ...accepted]) if (turn) touched.add(turn);
    rows +=
      removed.length + accepted.length + (await eraseEvidence(db, { place, messageId }, parts));
  }
  if (parts.turns === "emptied")
    for (const turn of touched) rows += await emptyTurn(db, turn, parts);
  return rows;
}

/** Their texts may be asked for by their digests. */
async function forgetVectors(
  db: Kysely<Tables>,
  messages: readonly { readonly text: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  await createEmbeddingCache(db).forget(messages.map(({ text }) => text));
}

/** Also a text too short to be looked for goes where it was read. */
async function emptyInput(db: Kysely<Tables>, turn: TurnId, body: string): Promise<void> {
  const { text, media = [] } = fromJson<Written>(body);
  const told = media.flatMap(({ look }) => look?.text ?? []);
  if (!text && told.length === 0) return;
  const said = text ? [[`>${text}</user_message>`, `>${FORGOTTEN}</user_message>`] as const] : [];
  const gone = [...said, ...told.map((one) => [one, FORGOTTEN] as const)];
  const steps = await db
    .selectFrom("steps")
    .select(["n", "input"])
    .where("turn", "=", turn)
    .where("input", "is not", null)
    .execute();
  for (const { n, input } of steps)
    await db
      .updateTable("steps")
      .set({
        input: gone.reduce((left, [words, stead]) => left.replaceAll(words, stead), input ?? ""),
      })
      .where("turn", "=", turn)
      .where("n", "=", n)
      .execute();
}

interface Written {
  readonly text?: string;
  readonly media?: readonly { readonly look?: { readonly text?: string } }[];
}

/** Takes the words out of what jobs and plans of a person did in chats that are not theirs alone. */
export async function emptyDoings(
  db: Kysely<Tables>,
  { tenant, person }: KnownPerson,
  passages: PassageStore,
): Promise<number> {
  const done = await db
    .selectFrom("inbox")
    .innerJoin("places", "places.id", "inbox.place")
    .select(["inbox.id", "inbox.place", "inbox.turn", "inbox.body"])
    .where("inbox.author", "=", person)
    .where("places.tenant", "=", tenant)
    .where("places.uid", "<>", person)
    .where("inbox.state", "not in", ["queued", "taken"])
    .where((row) =>
      row.or([row("inbox.kind", "=", "plan-step"), row("inbox.message_id", "like", "job:%@%")]),
    )
    .execute();
  for (const { id, place, body } of done) {
    await db
      .updateTable("inbox")
      .set({ body: emptied(body) })
      .where("id", "=", id)
      .execute();
    await emptyEvents(db, sql<boolean>`place = ${place} and body like ${`%${id}%`}`);
  }
  const turns = new Set(done.flatMap(({ turn }) => turn ?? []));
  return done.length + (await emptyTurns(db, [...turns], passages));
}

/** Takes the words out of all that arrived in a place and is answered. */
export async function emptyInbox(db: Kysely<Tables>, place: PlaceId): Promise<void> {
  const rows = await db
    .selectFrom("inbox")
    .select(["id", "body"])
    .where("place", "=", place)
    .where("state", "not in", ["queued", "taken"])
    .execute();
  for (const { id, body } of rows)
    await db
      .updateTable("inbox")
      .set({ body: emptied(body) })
      .where("id", "=", id)
      .execute();
}

/** What was said in a place and answers no message: reminders, answers to commands, how plans went. */
export interface Sayings {
  readonly place: PlaceId;
  /** The job or plan that it was about; all where it is left out. */
  readonly about?: string | undefined;
}

/** Takes the words out of what was said so. */
export async function emptySayings(
  db: Kysely<Tables>,
  { place, about }: Sayings,
  passages: PassageStore,
): Promise<void> {
  const naming =
    about === undefined ? sql<boolean>`1 = 1` : sql<boolean>`body like ${`%${about}%`}`;
  const facts = await db
    .selectFrom("events")
    .select(["seq", "body"])
    .where("place", "=", place)
    .where("type", "=", "said")
    .where(naming)
    .execute();
  for (const { seq, body } of facts) {
    const said = fromJson<Said>(body);
    if (about !== undefined && said.about !== about) continue;
    await emptyEvents(db, sql<boolean>`place = ${place} and seq = ${seq}`);
    await eraseParts(db, { place, said }, passages);
  }
}

interface Said {
  readonly id: string;
  readonly about?: string;
  readonly reply: readonly unknown[];
}

/** Takes the words out of what was said where its parts were sent, and removes it where it can be found. */
async function eraseParts(
  db: Kysely<Tables>,
  { place, said }: { readonly place: PlaceId; readonly said: Said },
  passages: PassageStore,
): Promise<void> {
  const ids = said.reply.map((_, position) => `${said.id}:${position}`);
  if (ids.length === 0) return;
  await emptyReplies(db, sql<boolean>`id in (${sql.join(ids)})`);
  const sent = await db.selectFrom("outbox").select("receipt").where("id", "in", ids).execute();
  const kept = await db
    .deleteFrom("messages")
    .where("place", "=", place)
    .where("direction", "=", "out")
    .where("message_id", "in", [said.id, ...sent.flatMap(({ receipt }) => receipt ?? [])])
    .returning(["order"])
    .execute();
  await createFeedPassages(db, passages).remove(
    place,
    kept.map(({ order }) => order),
  );
}

/** Facts go with the last message that they rest on. */
async function eraseEvidence(
  db: Kysely<Tables>,
  { place, messageId }: Named,
  { passages }: { readonly passages: PassageStore },
): Promise<number> {
  const gone = await db
    .deleteFrom("fact_evidence")
    .where("place", "=", place)
    .where("message", "=", messageId)
    .returning("fact")
    .execute();
  const facts = [...new Set(gone.map(({ fact }) => fact))];
  const unfounded: FactId[] = [];
  for (const fact of facts) {
    const left = await db
      .selectFrom("fact_evidence")
      .select("fact")
      .where("fact", "=", fact)
      .limit(1)
      .execute();
    if (left.length === 0) unfounded.push(fact);
  }
  return gone.length + (await removeFacts(db, unfounded, passages));
}

/** Takes the words out of a turn, unless another of its messages is left. */
async function emptyTurn(
  db: Kysely<Tables>,
  turn: TurnId,
  { passages }: { readonly passages: PassageStore },
): Promise<number> {
  const left = await db
    .selectFrom("messages")
    .innerJoin("inbox", (join) =>
      join
        .onRef("inbox.place", "=", "messages.place")
        .onRef("inbox.message_id", "=", "messages.message_id"),
    )
    .select("messages.order")
    .where("inbox.turn", "=", turn)
    .where("messages.direction", "=", "in")
    .limit(1)
    .execute();
  if (left.length > 0) return 0;
  return emptyTurns(db, [turn], passages);
}

/** Takes the words out of turns that have ended: what is left says that something was said. */
export async function emptyTurns(
  db: Kysely<Tables>,
  turns: readonly TurnId[],
  passages: PassageStore,
): Promise<number> {
  let rows = 0;
  for (const turn of turns) {
    const running = await db
      .selectFrom("turns")
      .select("id")
      .where("id", "=", turn)
      .where("state", "=", "running")
      .execute();
    if (running.length > 0) continue;
    const answers = await db
      .deleteFrom("messages")
      .where("turn", "=", turn)
      .where("direction", "=", "out")
      .returning(["order", "place"])
      .execute();
    for (const { order, place } of answers)
      await createFeedPassages(db, passages).remove(toId(place), [order]);
    const steps = await db
      .updateTable("steps")
      .set((step) => ({
        input: step.case().when("input", "is", null).then(null).else(FORGOTTEN).end(),
        images: null,
        extras: null,
        text: step.case().when("text", "=", "").then("").else(FORGOTTEN).end(),
        meta: null,
      }))
      .where("turn", "=", turn)
      .executeTakeFirst();
    const result = JSON.stringify({ type: "value", text: FORGOTTEN });
    const calls = await db
      .updateTable("calls")
      .set((call) => ({
        args: "{}",
        artifact: null,
        result: call.case().when("result", "is", null).then(null).else(result).end(),
      }))
      .where("turn", "=", turn)
      .executeTakeFirst();
    const ofTurn = sql<boolean>`call in (select id from calls where turn = ${turn})`;
    await db.deleteFrom("artifacts").where(ofTurn).execute();
    await db
      .updateTable("exec_audit")
      .set({ command: null, reason: null, stdout: null, stderr: null })
      .where(ofTurn)
      .execute();
    await db
      .updateTable("approvals")
      .set({ args: "{}", preview: FORGOTTEN, reason: null })
      .where(ofTurn)
      .execute();
    await forgetArgs(db, sql<boolean>`turn = ${turn}`);
    await emptyEvents(db, sql<boolean>`turn = ${turn}`);
    await emptyReplies(db, sql<boolean>`turn = ${turn}`);
    await emptyDeliveries(db, turn);
    await db.updateTable("turns").set({ learn: "done" }).where("id", "=", turn).execute();
    rows += answers.length + Number(steps.numUpdatedRows) + Number(calls.numUpdatedRows);
  }
  return rows;
}

async function emptyEvents(db: Kysely<Tables>, which: ReturnType<typeof sql<boolean>>) {
  const events = await db
    .selectFrom("events")
    .select(["place", "seq", "body"])
    .where(which)
    .execute();
  for (const { place, seq, body } of events)
    await db
      .updateTable("events")
      .set({ body: emptied(body) })
      .where("place", "=", place)
      .where("seq", "=", seq)
      .execute();
}

async function emptyReplies(db: Kysely<Tables>, which: ReturnType<typeof sql<boolean>>) {
  const replies = await db
    .selectFrom("outbox")
    .select(["id", "body"])
    .where(which)
    .where("state", "<>", "waiting")
    .execute();
  for (const { id, body } of replies)
    await db
      .updateTable("outbox")
      .set({ body: emptied(body) })
      .where("id", "=", id)
      .execute();
}

/** What is told of it outside, or can be told again, tells that something was said. */
async function emptyDeliveries(db: Kysely<Tables>, about: string) {
  const deliveries = await db
    .selectFrom("deliveries")
    .select(["id", "body"])
    .where("about", "=", about)
    .execute();
  for (const { id, body } of deliveries)
    await db
      .updateTable("deliveries")
      .set({ body: emptied(body) })
      .where("id", "=", id)
      .execute();
}

/** Takes the words out of sessions with their passages. */
export async function emptySessions(
  db: Kysely<Tables>,
  sessions: readonly SessionId[],
  passages: PassageStore,
): Promise<number> {
  for (const id of sessions) {
    const place = await db
      .selectFrom("sessions")
      .innerJoin("places", "places.id", "sessions.place")
      .select(["places.id", "places.tenant", "places.uid", "sessions.ended"])
      .where("sessions.id", "=", id)
      .executeTakeFirst();
    if (!place) continue;
    const { tenant, uid: audience } = place;
    await passages.remove({ tenant, audience, place: place.id, source: "session" }, id);
    await db
      .updateTable("sessions")
      .set((session) => ({
        frame: null,
        summary: session.case().when("summary", "is", null).then(null).else("").end(),
        recap: place.ended === null ? null : "",
      }))
      .where("id", "=", id)
      .execute();
  }
  return sessions.length;
}

/** A stored message, event or reply without what was said in it. */
function emptied(body: string): string {
  return JSON.stringify(withoutWords(fromJson<unknown>(body)));
}

const WORDS = new Set(["text", "question", "summary", "reason", "preview", "title", "content"]);
const THINGS = new Set(["quote", "media"]);

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !THINGS.has(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      if (WORDS.has(key) && typeof inner === "string") return [key, FORGOTTEN];
      return [key, key === "args" ? {} : withoutWords(inner)];
    }),
  );
}
