import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { type ChatId, type SessionId, toId, type TurnId } from "../../../kernel/ids.ts";
import { integrityOf, provenanceOf, type Label } from "../../../kernel/label.ts";
import type {
  MessageStore,
  SentFile,
  Transcript,
  UnseenMessage,
  UnseenQuery,
} from "../../messages/messages.ts";
import type { PassageStore } from "../../search/passages.ts";
import { createMessagePassages, INDEXED_TO } from "./message-passages.ts";
import { fromJson, labelFromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import { findChanges } from "../table-changes.ts";
import type { Tables } from "../tables.ts";
import { createFacts } from "../search/facts.ts";
import { createProfiles } from "../people/profiles.ts";

export interface MessagesOptions {
  /** Whether messages become searchable with `index`, many at once, and not as they are added. */
  readonly indexesLater: boolean;
}

export function createMessages(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "putAll" | "remove">,
  { indexesLater }: MessagesOptions,
): MessageStore {
  const searchable = createMessagePassages(db, passages);

  return {
    async add(message) {
      const { messageId, integrity = null, isSearched = true, files = [], ...columns } = message;
      const row = {
        ...columns,
        integrity,
        message_id: messageId,
        notice: isSearched ? 0 : 1,
        files: files.length > 0 ? JSON.stringify(files) : null,
      };
      const added = await ADD.first(db, row);
      if (added && !indexesLater)
        await searchable.put({ ...message, ...added, text: isSearched ? message.text : "" });
      const { chat, edit: before } = message;
      if (added && before > 0) await retractFacts(db, passages, { chat, messageId, before });
      return added !== undefined;
    },

    async index(limit) {
      if (!indexesLater) return false;
      if (limit !== undefined) return searchable.putNext(limit);
      while (await searchable.putNext(INDEXED_AT_ONCE));
      return false;
    },

    async isIndexed(session) {
      if (!indexesLater) return true;
      return (await NOT_INDEXED.first(db, { session: session ?? null })) === undefined;
    },

    async retell({ chat, messageId, edit }, { text, integrity }) {
      const told = await db
        .updateTable("messages")
        .set({ text, integrity: integrity ?? null })
        .where("chat", "=", chat)
        .where("direction", "=", "in")
        .where("message_id", "=", messageId)
        .where("edit", "=", edit)
        .returningAll()
        .executeTakeFirst();
      if (!told) return;
      const { message_id: _, integrity: __, notice: ___, files: ____, ...message } = told;
      await searchable.remove(chat, [message.order]);
      await searchable.put({ ...message, messageId, integrity });
    },

    async remove(chat, messageId) {
      const removed = await db
        .deleteFrom("messages")
        .where("chat", "=", chat)
        .where("message_id", "=", messageId)
        .returning("order")
        .execute();
      const orders = removed.map(({ order }) => order);
      await searchable.remove(chat, orders);
      await retractFacts(db, passages, { chat, messageId, before: Number.MAX_SAFE_INTEGER });
      return orders.length > 0;
    },

    async isCurrent(chat, { messageId, edit }) {
      const { newest } = await db
        .selectFrom("messages")
        .select((row) => row.fn.max("edit").as("newest"))
        .where("chat", "=", chat)
        .where("direction", "=", "in")
        .where("message_id", "=", messageId)
        .executeTakeFirstOrThrow();
      return newest === edit;
    },

    async lastAt(chat) {
      return (await LAST_AT.first(db, { chat }))?.at;
    },

    async latest({ tenant, uid, before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = db
        .selectFrom("chats")
        .innerJoin("messages", (join) =>
          join.on("messages.order", "=", (row) =>
            row
              .selectFrom("messages as own")
              .select((inner) => inner.fn.max("own.order").as("order"))
              .whereRef("own.chat", "=", "chats.id"),
          ),
        )
        .select(["chats.channel", "chats.external_id as externalId", "chats.kind"])
        .select(["chats.session_id as session", "messages.order", "messages.text"])
        .select(["messages.at", "messages.direction"])
        .where("chats.tenant", "=", tenant)
        .where("messages.order", "<", before)
        .orderBy("messages.order", "desc")
        .limit(limit);
      const own =
        uid === undefined
          ? rows
          : rows.where("chats.uid", "=", uid).where("chats.kind", "=", "direct");
      return own.execute();
    },

    async page(chat, { before = Number.MAX_SAFE_INTEGER, limit, search }) {
      const like = search?.replaceAll(/[\\%_]/g, String.raw`\$&`);
      const rows = db
        .selectFrom("messages")
        .leftJoin("inbox", (join) =>
          join
            .onRef("inbox.chat", "=", "messages.chat")
            .onRef("inbox.message_id", "=", "messages.message_id")
            .onRef("inbox.edit", "=", "messages.edit")
            .on("messages.direction", "=", "in"),
        )
        .leftJoin("people", "people.id", "inbox.author")
        .select(["messages.order", "messages.message_id as messageId", "messages.edit"])
        .select(["messages.direction", "messages.author", "people.name", "messages.text"])
        .select(["messages.at", "inbox.state", "inbox.reason", "messages.files"])
        .select((row) => row.fn.coalesce("inbox.turn", "messages.turn").as("turn"))
        .where("messages.chat", "=", chat)
        .where("messages.order", "<", before)
        .orderBy("messages.order", "desc")
        .limit(limit);
      const found =
        like === undefined
          ? rows
          : rows.where(
              sql<boolean>`lower(messages.text) like lower(${`%${like}%`}) escape ${"\\"}`,
            );
      return (await found.execute()).map(({ files, ...entry }) => ({
        ...entry,
        files: filesIn(files),
      }));
    },

    async filesOf(order) {
      const row = await db
        .selectFrom("messages")
        .select("files")
        .where("order", "=", order)
        .executeTakeFirst();
      return filesIn(row?.files ?? null);
    },

    async said(chat, messageId) {
      return SAID.first(db, { chat, messageId });
    },

    async newest(chat, limit) {
      const newest = await db
        .selectFrom("messages")
        .select([
          "chat",
          "message_id as messageId",
          "edit",
          "direction",
          "author",
          "text",
          "at",
          "turn",
        ])
        .where("chat", "=", chat)
        .orderBy("order", "desc")
        .limit(limit)
        .execute();
      return newest.toReversed();
    },

    async unseen(chat, { among, goesBack, after, ...transcript }) {
      const isAlone = findChanges(db.getExecutor().adapter) !== undefined;
      if (after === undefined) {
        const held = await heldNewest(db, { chat, among, goesBack, ...transcript });
        if (held) return { messages: [], heldThrough: isAlone ? held.through : undefined };
      }
      const rows = await NEWEST_WITH_TURNS.all(db, { chat, among, after: after ?? 0 });
      const unseen: UnseenMessage[] = [];
      let oldestShown = 0;
      for (const row of rows) {
        if (isIn(row, transcript)) oldestShown = row.order;
        else if (row.later === null && !isWaiting(row)) unseen.push(toUnseen(row));
      }
      const isCut = rows.length === among;
      const beganBefore =
        after === undefined && isCut && (await hasBegunBefore(db, rows, transcript));
      const start = after ?? (goesBack || beganBefore ? 0 : oldestShown);
      const messages = unseen.filter(({ order }) => order > start).toReversed();
      // What waits may join the transcript, which then began earlier.
      const mayBeginEarlier = rows.some((row) => row.order < start && isWaiting(row));
      if (!isAlone || start === 0 || mayBeginEarlier) return { messages, heldThrough: undefined };
      // Nobody has looked at the messages between the start and the oldest row.
      const isWhole = after === undefined || !isCut;
      return { messages, heldThrough: isWhole ? heldFrom(start, rows, transcript) : start };
    },

    async shown(orders, transcript) {
      if (orders.length === 0) return new Set();
      const rows = await ASKED_WITH_TURNS.all(db, { orders });
      const shown = rows.filter((row) => isWaiting(row) || isIn(row, transcript));
      return new Set(shown.map(({ order }) => order));
    },
  };
}

/** Bounds the parameters of a statement. */
const INDEXED_AT_ONCE = 500;

function filesIn(json: string | null): readonly SentFile[] {
  return json === null ? [] : fromJson(json);
}

const ADD = prepareStatement((db, message: Omit<Selectable<Tables["messages"]>, "order">) =>
  db
    .insertInto("messages")
    .values(message)
    .onConflict((conflict) => conflict.doNothing())
    .returning("order"),
);

const NOT_INDEXED = prepareStatement((db, { session }: { readonly session: SessionId | null }) => {
  const messages = db
    .selectFrom("messages")
    .selectAll()
    .where("order", ">", INDEXED_TO)
    .where("notice", "=", sql.lit(0));
  return joinTurns(db, messages)
    .select("message.order")
    .where(
      sql<boolean>`(cast(${session} as text) is null or turns.session is distinct from ${session})`,
    )
    .limit(1);
});

const LAST_AT = prepareStatement((db, { chat }: { chat: ChatId }) =>
  db.selectFrom("messages").select("at").where("chat", "=", chat).orderBy("order", "desc").limit(1),
);

const SAID = prepareStatement((db, { chat, messageId }: { chat: ChatId; messageId: string }) =>
  db
    .selectFrom("messages")
    .leftJoin("people", (join) =>
      join.onRef("people.id", "=", "messages.author").on("messages.direction", "=", "in"),
    )
    .select(["people.name", "messages.text"])
    .where("messages.chat", "=", chat)
    .where("messages.message_id", "=", messageId)
    .orderBy("messages.edit", "desc")
    .orderBy("messages.order", "desc")
    .limit(1),
);

const FIRST_OF = prepareStatement(
  (db, { session, carried }: { session: SessionId; carried: readonly TurnId[] }) =>
    db
      .selectFrom("turns")
      .select("id")
      .where((turn) =>
        turn.or([
          turn("session", "=", session),
          ...(carried.length > 0 ? [turn("id", "in", carried)] : []),
        ]),
      )
      .orderBy("order")
      .limit(1),
);

interface Newest {
  readonly chat: ChatId;
  /** Number of messages. */
  readonly among: number;
}

const NEWEST_WITH_TURNS = prepareStatement(
  (db, { after, ...newest }: Newest & { readonly after: number }) =>
    withTurns(db, newestOf(db, newest).where("order", ">", after)).select((row) =>
      row
        .selectFrom("messages as edited")
        .select("edited.edit")
        .whereRef("edited.chat", "=", "message.chat")
        .whereRef("edited.direction", "=", "message.direction")
        .whereRef("edited.message_id", "=", "message.message_id")
        .whereRef("edited.edit", ">", "message.edit")
        .limit(1)
        .as("later"),
    ),
);

function newestOf(db: Kysely<Tables>, { chat, among }: Newest) {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("chat", "=", chat)
    .where("notice", "=", sql.lit(0))
    .orderBy("order", "desc")
    .limit(among);
}

/** Sums up which of the newest messages a transcript holds, without their texts. */
const SEEN = prepareStatement((db, { session, carried, ...newest }: Newest & Transcript) => {
  const among = joinTurns(db, newestOf(db, newest))
    .select(["message.order", "inbox.state", "turns.id as turn"])
    .select((row) =>
      row
        .or([
          row("turns.session", "=", session),
          ...(carried.length > 0 ? [row("turns.id", "in", carried)] : []),
        ])
        .as("seen"),
    );
  return db
    .with(
      (cte) => cte("among").materialized(),
      () => among,
    )
    .selectFrom("among")
    .select([
      sql<number | string>`count(*)`.as("messages"),
      sql<number | null>`min(case when seen then "order" end)`.as("oldestSeen"),
      sql<TurnId | null>`(select turn from among where seen order by "order" limit 1)`.as(
        "oldestTurn",
      ),
      sql<number | null>`max("order")`.as("newest"),
      sql<
        number | null
      >`min(case when seen is not true and state in ('queued', 'withdrawn') then "order" end)`.as(
        "oldestWaiting",
      ),
      sql<
        number | null
      >`max(case when seen is not true and coalesce(state, '') not in ('queued', 'withdrawn') then "order" end)`.as(
        "newestUnseen",
      ),
    ]);
});

interface HeldMessages {
  /** As `UnseenMessages.heldThrough`. */
  readonly through: number | undefined;
}

/** Checks whether a transcript holds all of the newest messages since it began, as most do; undefined if not. */
async function heldNewest(
  db: Kysely<Tables>,
  { goesBack, ...query }: Newest & Transcript & Pick<UnseenQuery, "goesBack">,
): Promise<HeldMessages | undefined> {
  const seen = await SEEN.one(db, query);
  const { oldestSeen, newestUnseen, oldestWaiting, newest } = seen;
  if (newestUnseen !== null) {
    if (goesBack || oldestSeen === null || newestUnseen > oldestSeen) return undefined;
    // It may have begun before all of them.
    const isWhole =
      Number(seen.messages) < query.among ||
      (await FIRST_OF.first(db, query))?.id === seen.oldestTurn;
    if (!isWhole) return undefined;
  }
  const through = oldestWaiting === null ? newest : oldestWaiting - 1;
  const hasBegun = oldestSeen !== null && through !== null && through >= oldestSeen;
  return { through: hasBegun ? through : undefined };
}

const ASKED_WITH_TURNS = prepareStatement((db, { orders }: { orders: readonly number[] }) =>
  withTurns(db, db.selectFrom("messages").selectAll().where("order", "in", orders)),
);

/** Messages with the turns they are part of, the newest first. */
function withTurns(db: Kysely<Tables>, messages: SelectQueryBuilder<Tables, "messages", Message>) {
  return joinTurns(db, messages)
    .leftJoin("people", "people.id", "inbox.author")
    .select(["message.order", "message.direction", "message.text", "message.at"])
    .select(["message.integrity as standing", "people.name", "inbox.label", "inbox.state"])
    .select(["turns.id as turn", "turns.session", "turns.role", "turns.label as taint"])
    .orderBy("message.order", "desc");
}

function joinTurns(db: Kysely<Tables>, messages: SelectQueryBuilder<Tables, "messages", Message>) {
  return db
    .selectFrom(messages.as("message"))
    .leftJoin("inbox", (join) =>
      join
        .onRef("inbox.chat", "=", "message.chat")
        .onRef("inbox.message_id", "=", "message.message_id")
        .onRef("inbox.edit", "=", "message.edit")
        .on("message.direction", "=", "in"),
    )
    .leftJoin("turns", (join) =>
      join.onRef("turns.id", "=", (row) => row.fn.coalesce("inbox.turn", "message.turn")),
    );
}

type Message = Selectable<Tables["messages"]>;
type Row = Awaited<ReturnType<ReturnType<typeof withTurns>["execute"]>>[number];

function isIn({ turn, session }: Row, transcript: Transcript): boolean {
  return session === transcript.session || (turn !== null && transcript.carried.includes(turn));
}

/** Returns the last message, in a row from `start`, that a transcript holds; `rows` begin with the newest. */
function heldFrom(start: number, rows: readonly Row[], transcript: Transcript): number {
  const later = rows.toReversed().filter(({ order }) => order > start);
  const firstOther = later.findIndex((row) => !isIn(row, transcript));
  const held = firstOther === -1 ? later : later.slice(0, firstOther);
  return held.at(-1)?.order ?? start;
}

/** Checks whether the first turn of the transcript is older than all of the messages. */
async function hasBegunBefore(
  db: Kysely<Tables>,
  rows: readonly Row[],
  { session, carried }: Transcript,
): Promise<boolean> {
  const first = await FIRST_OF.first(db, { session, carried });
  return first !== undefined && rows.every(({ turn }) => turn !== first.id);
}

function isWaiting({ state }: Row): boolean {
  return state === "queued" || state === "withdrawn";
}

function toUnseen(row: Row): UnseenMessage {
  const { order, direction, text, at, name, label, role, taint, standing } = row;
  const known = label ?? (direction === "out" ? taint : null);
  const own: Label = { integrity: integrityOf(role ?? "stranger"), audience: "all" };
  const said = known === null ? own : labelFromJson(known);
  const passedOn: readonly Label[] =
    standing === null ? [] : [{ integrity: standing, audience: "all" }];
  return {
    order,
    direction,
    name: name ?? "",
    text,
    at,
    ...provenanceOf([said, ...passedOn]),
  };
}

/** Retracts facts that rest only on a deleted message, or on its text before the edit `before`. */
async function retractFacts(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
  {
    chat,
    messageId,
    before,
  }: { readonly chat: ChatId; readonly messageId: string; readonly before: number },
): Promise<void> {
  const facts = createFacts(db, passages);
  const gone = await db
    .deleteFrom("fact_evidence")
    .where("chat", "=", chat)
    .where("message", "=", messageId)
    .where("edit", "<", before)
    .returning("fact")
    .execute();
  for (const id of new Set(gone.map(({ fact }) => fact))) {
    const fact = await facts.byId(id);
    const left = await facts.evidenceOf(id);
    // A fact that a person confirmed rests on their word now.
    if (fact?.state !== "active" || left.length > 0 || fact.confirmedBy !== null) continue;
    await facts.change(id, { state: "retracted" });
    const { tenant, audience } = fact;
    await createProfiles(db).markStale({ tenant, person: toId(audience) }, id);
  }
}
