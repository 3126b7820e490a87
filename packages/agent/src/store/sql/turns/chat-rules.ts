import type { Kysely } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { ChatRuleStore } from "../../turns/chat-rules.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export function createChatRules(db: Kysely<Tables>): ChatRuleStore {
  return {
    async add(policy) {
      await db
        .insertInto("session_policies")
        .values(policy)
        .onConflict((conflict) => conflict.columns(["message", "text"]).doNothing())
        .execute();
    },

    ofChat: (chat) => OF_CHAT.all(db, { chat }),

    async remove(chat, id) {
      const { numDeletedRows } = await db
        .deleteFrom("session_policies")
        .where("chat", "=", chat)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

const OF_CHAT = prepareStatement(
  (db, { chat }: { chat: ChatId }) =>
    db
      .selectFrom("session_policies")
      .select(["id", "chat", "text", "rule", "effect", "category", "message"])
      .where("chat", "=", chat)
      .orderBy("order"),
  ["session_policies"],
);
