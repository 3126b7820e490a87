import type { Kysely, SelectQueryBuilder } from "kysely";
import { integrityOf, provenanceOf } from "../../../kernel/label.ts";
import { type PersonId, type ChatId, toId, type TurnId } from "../../../kernel/ids.ts";
import type { HistoryMessage } from "../../messages/messages.ts";
import type { PassageStore, ScopeKey } from "../../search/passages.ts";
import { labelFromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export interface StoredMessage extends HistoryMessage {
  /** Number of the message in the history. */
  readonly order: number;
}

/** Passages of the message history: one per message, in its last edited version. */
export interface MessagePassages {
  /** Adds nothing where the archive of the chat is off. */
  put(message: StoredMessage): Promise<void>;
  /** Removes the passages of messages of a chat by their numbers in the history. */
  remove(chat: ChatId, orders: readonly number[]): Promise<void>;
}

export function createMessagePassages(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
): MessagePassages {
  const removeFrom = async (scope: ScopeKey, orders: readonly number[]) => {
    for (const order of orders) await passages.remove(scope, String(order));
  };

  return {
    async put(message) {
      const { order, chat, messageId, edit, direction, text, at, turn } = message;
      const author = toId<"person">(message.author);
      const version = { chat, direction, messageId, edit };
      const found = await ABOUT.one(db, { ...version, author, turn });
      if (found.archive === "off") return;
      const scope = messageScope(chat, found);
      const others = found.others ? await OTHER_EDITS.all(db, version) : [];
      // A message may come behind its own edit.
      if (others.some((other) => other.edit > edit)) return;
      await removeFrom(
        scope,
        others.map((other) => other.order),
      );
      if (text.trim() === "") return;
      const role = direction === "in" ? found.role : found.asker;
      const said = { integrity: integrityOf(role ?? "stranger"), audience: "all" };
      const made = direction === "out" && found.label ? [labelFromJson(found.label)] : [];
      const passedOn = message.integrity ? [{ ...said, integrity: message.integrity }] : [];
      await passages.put({
        scope,
        ref: String(order),
        author: direction === "in" ? found.name : message.author,
        ...provenanceOf([said, ...made, ...passedOn]),
        at,
        text,
      });
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

interface About extends Version {
  readonly author: PersonId;
  readonly turn: TurnId | null;
}

/** Loads the chat of a message, its author and its turn, and counts its other edits. */
const ABOUT = prepareStatement((db, { author, turn, ...version }: About) =>
  db
    .selectFrom("chats")
    .leftJoin("people", (join) => join.on("people.id", "=", author))
    .leftJoin("turns", (join) => join.on("turns.id", "=", turn))
    .select(["chats.tenant", "chats.uid", "chats.archive", "people.name", "people.role"])
    .select(["turns.role as asker", "turns.label"])
    .select((chat) =>
      otherEdits(chat.selectFrom("messages"), version)
        .select((row) => row.fn.countAll<number>().as("count"))
        .as("others"),
    )
    .where("chats.id", "=", version.chat),
);

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
