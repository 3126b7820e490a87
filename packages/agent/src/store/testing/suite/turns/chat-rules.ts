import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { ChatRule } from "../../../turns/chat-rules.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addTurn, newChat } from "../../rows.ts";

const p1 = toId<"chat">("p1");

export function policyTests(open: OpenStore): void {
  test("a chat keeps its policies in order, each once per message", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const second = policy("b", { text: "Always be brief", rule: "always", effect: null });
    await store.commit("claim", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.chatRules.add(policy("z"));
      await tx.chatRules.add(second);
      await tx.chatRules.add(policy("a repeat"));
      await tx.chatRules.add(policy("elsewhere", { chat: toId("p2"), text: "Ask first" }));
    });
    expect(await store.read.chatRules.ofChat(p1)).toEqual([policy("z"), second]);
  });

  test("a policy is removed in its own chat only", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("claim", (tx) => tx.chatRules.add(policy("z")));
    const remove = (chat: string) =>
      store.commit("configure-place", (tx) => tx.chatRules.remove(toId(chat), "z"));
    expect(await remove("p2")).toBe(false);
    expect(await remove("p1")).toBe(true);
    expect(await remove("p1")).toBe(false);
    expect(await store.read.chatRules.ofChat(p1)).toEqual([]);
  });
}

function policy(id: string, own: Partial<ChatRule> = {}): ChatRule {
  return {
    id,
    chat: p1,
    text: "Never send mail",
    rule: "never",
    effect: "send",
    category: "email",
    message: toId("m1"),
    ...own,
  };
}
