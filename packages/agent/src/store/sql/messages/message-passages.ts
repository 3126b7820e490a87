import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { integrityOf, provenanceOf } from "../../../kernel/label.ts";
import type { ChatId } from "../../../kernel/ids.ts";
import type { Role } from "../../../kernel/principal.ts";
import type { HistoryMessage } from "../../messages/messages.ts";
import type { NewPassage, PassageStore, ScopeKey } from "../../search/passages.ts";
import { labelFromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export interface StoredMessage extends HistoryMessage {
  /** Number of the message in the history. */
  readonly order: number;
}

/** Passages of the message history: one per message, in its last edited version. */
export interface MessagePassages {
  /**
   * Adds those of the oldest messages that nobody has looked at yet, at most so many; true while there may be
   * more. Once added, a message is never looked at again.
   */
  putNext(limit: number): Promise<boolean>;
  /** Adds nothing where the archive of the chat is off. */
  put(message: StoredMessage): Promise<void>;
  /** Removes the passages of messages of a chat by their numbers in the history. */
  remove(chat: ChatId, orders: readonly number[]): Promise<void>;
}

export function createMessagePassages(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "putAll" | "remove">,
): MessagePassages {
  const removeFrom = async (scope: ScopeKey, orders: readonly number[]) => {
    for (const order of orders) await passages.remove(scope, String(order));
  };

  /** Returns the passage of a message, and removes those of its earlier versions; undefined if it has none. */
  const prepare = async (
    message: StoredMessage,
    about: AboutMessage,
  ): Promise<NewPassage | undefined> => {
    const { order, chat, messageId, edit, direction, text, at } = message;
    if (about.archive === "off") return undefined;
    const version = { chat, direction, messageId, edit };
    const scope = messageScope(chat, about);
    const others = about.others ? await OTHER_EDITS.all(db, version) : [];
    // A message may come behind its own edit.
    if (others.some((other) => other.edit > edit)) return undefined;
    await removeFrom(
      scope,
      others.map((other) => other.order),
    );
    if (text.trim() === "") return undefined;
    const role = direction === "in" ? about.role : about.asker;
    const said = { integrity: integrityOf(role ?? "stranger"), audience: "all" };
    const made = direction === "out" && about.label ? [labelFromJson(about.label)] : [];
    const passedOn = message.integrity ? [{ ...said, integrity: message.integrity }] : [];
    return {
      scope,
      ref: String(order),
      author: direction === "in" ? about.name : message.author,
      ...provenanceOf([said, ...made, ...passedOn]),
      at,
      text,
    };
  };

  return {
    async putNext(limit) {
      const rows = await NEXT.all(db, { limit });
      const last = rows.at(-1);
      if (!last) return false;
      const prepared: NewPassage[] = [];
      for (const { notice, integrity, ...row } of rows) {
        const message = { ...row, text: notice ? "" : row.text, integrity: integrity ?? undefined };
        const passage = await prepare(message, row);
        if (passage) prepared.push(passage);
      }
      await passages.putAll(prepared);
      await ADVANCE.run(db, { order: last.order });
      return rows.length === limit;
    },

    async put(message) {
      const passage = await prepare(message, await ABOUT.one(db, message));
      if (passage) await passages.put(passage);
    },

    async remove(chat, orders) {
      const found = await db
        .selectFrom("chats")
        .select(["tenant", "uid"])
        .where("id", "=", chat)
        .executeTakeFirst();
      if (found) await removeFrom(messageScope(chat, found), orders);
    },
  };
}

function messageScope(chat: ChatId, { tenant, uid }: { tenant: string; uid: string }): ScopeKey {
  return { tenant, audience: uid, chat, source: "feed" };
}

type Version = Pick<HistoryMessage, "chat" | "direction" | "messageId" | "edit">;

/** Columns of a row of messages: its chat, author and turn, and how many other edits it has. */
const ABOUT_COLUMNS = [
  sql<string>`(select tenant from chats where id = messages.chat)`.as("tenant"),
  sql<string>`(select uid from chats where id = messages.chat)`.as("uid"),
  sql<string>`(select archive from chats where id = messages.chat)`.as("archive"),
  sql<string | null>`(select name from people where id = messages.author)`.as("name"),
  sql<Role | null>`(select role from people where id = messages.author)`.as("role"),
  sql<Role | null>`(select role from turns where id = messages.turn)`.as("asker"),
  sql<string | null>`(select label from turns where id = messages.turn)`.as("label"),
  sql<number>`(select count(*) from messages other where other.chat = messages.chat and other.direction = messages.direction and other.message_id = messages.message_id and other.edit <> messages.edit)`.as(
    "others",
  ),
] as const;

/** Everything up to this message has its passage. */
export const INDEXED_TO = sql<number>`(select "order" from indexed_messages)`;

const NEXT = prepareStatement((db, { limit }: { readonly limit: number }) =>
  db
    .selectFrom("messages")
    .select(["order", "chat", "message_id as messageId", "edit", "direction", "author", "text"])
    .select(["at", "turn", "integrity", "notice"])
    .select(ABOUT_COLUMNS)
    .where("order", ">", INDEXED_TO)
    .orderBy("order")
    .limit(limit),
);

const ADVANCE = prepareStatement((db, { order }: { readonly order: number }) =>
  db.updateTable("indexed_messages").set({ order }),
);

const ABOUT = prepareStatement((db, { order }: { readonly order: number }) =>
  db.selectFrom("messages").select(ABOUT_COLUMNS).where("order", "=", order),
);

/** Facts that decide how a message is searched. */
type AboutMessage = Awaited<ReturnType<typeof ABOUT.one>>;

const OTHER_EDITS = prepareStatement((db, version: Version) =>
  otherEdits(db.selectFrom("messages"), version).select(["order", "edit"]),
);

function otherEdits<Row>(
  messages: SelectQueryBuilder<Tables, "messages", Row>,
  { chat, direction, messageId, edit }: Version,
) {
  return messages
    .where("chat", "=", chat)
    .where("direction", "=", direction)
    .where("message_id", "=", messageId)
    .where("edit", "<>", edit);
}
