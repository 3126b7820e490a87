import { rules } from "@reeve/operations/people/rules";
import { Fault } from "@reeve/sdk";
import type { NewId } from "../../../kernel/ids.ts";
import type { Caller, Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { cutPage } from "../../../operations/pages.ts";
import type { ChatRule } from "../../../store/turns/chat-rules.ts";
import type { Store } from "../../../store/store.ts";
import { callerChat, requireChatControl } from "../../access-checks.ts";

export interface RuleDeps {
  readonly store: Store;
  readonly newId: NewId;
}

/** Rules that people gave in a chat: to list, and to remove. */
export function ruleOperations({ store, newId }: RuleDeps): Implementation {
  return implement(
    rules,
    {
      list: async (page, caller) => cutPage(await rulesOf(store, caller), page, ({ id }) => id),
      async remove({ rule: id }, caller) {
        const rule = (await rulesOf(store, caller)).find((one) => one.id === id);
        if (!rule)
          throw new Fault("missing", `Rule not found in this chat: ${id}`, {
            hint: "Use an id from: reeve rules",
          });
        const chat = await store.read.chats.byId(rule.chat);
        if (chat) requireChatControl(chat, caller.person);
        await store.commit("configure-place", (tx) => tx.chatRules.remove(rule.chat, id));
      },
    },
    newId,
  );
}

async function rulesOf(store: Store, caller: Caller): Promise<readonly ChatRule[]> {
  const chat = await callerChat(caller, store);
  return chat ? store.read.chatRules.ofChat(chat.id) : [];
}
