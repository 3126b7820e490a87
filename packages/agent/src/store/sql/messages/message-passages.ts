import type { Kysely } from "kysely";
import { integrityOf, joinLabels, type Label } from "../../../kernel/label.ts";
import { type PersonId, type ChatId, toId, type TurnId } from "../../../kernel/ids.ts";
import type { HistoryMessage } from "../../messages/messages.ts";
import type { PassageStore, ScopeKey } from "../../search/passages.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export interface StoredMessage extends HistoryMessage {
  /** Number of the message in the history. */
  readonly order: number;
}

/** Passages of the message history: one per message, in its last edited version. */
export interface MessagePassages {
  put(message: StoredMessage): Promise<void>;
  /** Removes the passages of messages of a chat by their numbers in the history. */
  remove(chat: ChatId, orders: readonly number[]): Promise<void>;
}

/** `labelOf` returns the label of a turn's reply; without it, the requester's label applies. */
export function createMessagePassages(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
  labelOf?: (turn: TurnId) => Promise<Label | undefined>,
): MessagePassages {
  const removeFrom = async (scope: ScopeKey, orders: readonly number[]) => {
    for (const order of orders) await passages.remove(scope, String(order));
  };

  return {
    async put(message) {
      const { order, chat, messageId, direction, text, at } = message;
      const author = toId<"person">(message.author);
      const found = await ABOUT.one(db, { chat, author, turn: message.turn });
      const scope = messageScope(chat, found);
      const { edit } = message;
      const others = await OTHER_EDITS.all(db, { chat, direction, messageId, edit });
      // A message may come behind its own edit.
      if (others.some((other) => other.edit > edit)) return;
      await removeFrom(
        scope,
        others.map((other) => other.order),
      );
      if (text.trim() === "") return;
      const role = direction === "in" ? found.role : found.asker;
      const said = { integrity: integrityOf(role ?? "stranger"), audience: "all" };
      const taint = direction === "out" && message.turn && (await labelOf?.(message.turn));
      const made = taint ? [taint] : [];
      const passedOn = message.integrity ? [{ ...said, integrity: message.integrity }] : [];
      await passages.put({
        scope,
        ref: String(order),
        author: direction === "in" ? found.name : message.author,
        integrity: joinLabels([said, ...made, ...passedOn]).integrity,
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

interface About {
  readonly chat: ChatId;
  readonly author: PersonId;
  readonly turn: TurnId | null;
}

/** Loads the chat of a message, its author and its turn. */
const ABOUT = prepareStatement((db, { chat, author, turn }: About) =>
  db
    .selectFrom("chats")
    .leftJoin("people", (join) => join.on("people.id", "=", author))
    .leftJoin("turns", (join) => join.on("turns.id", "=", turn))
    .select(["chats.tenant", "chats.uid", "people.name", "people.role", "turns.role as asker"])
    .where("chats.id", "=", chat),
);

const OTHER_EDITS = prepareStatement(
  (
    db,
    {
      chat,
      direction,
      messageId,
      edit,
    }: Pick<HistoryMessage, "chat" | "direction" | "messageId" | "edit">,
  ) =>
    db
      .selectFrom("messages")
      .select(["order", "edit"])
      .where("chat", "=", chat)
      .where("direction", "=", direction)
      .where("message_id", "=", messageId)
      .where("edit", "<>", edit),
);
