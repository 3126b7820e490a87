import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import { Secret } from "../../../../platform/secret.ts";
import type { IncomingWebhook } from "../../../webhooks/incoming-webhooks.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, ann } from "../../rows.ts";

function newHook(name: string, own: Partial<IncomingWebhook> = {}): IncomingWebhook {
  return {
    tenant: "home",
    name,
    person: ann.id,
    chat: toId("p1"),
    secret: new Secret("first"),
    template: "{{body}}",
    role: "guest",
    integrity: "stranger",
    perMinute: 30,
    state: "on",
    createdAt: 1,
    ...own,
  };
}

export function hookTests(open: OpenStore): void {
  test("a hook is kept by its name, changed and removed", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const commit = <Result>(work: Parameters<typeof store.commit<Result>>[1]) =>
      store.commit("change-webhooks", work);
    const add = (hook: IncomingWebhook) => commit((tx) => tx.incomingWebhooks.add(hook));
    expect(await add(newHook("b"))).toBe(true);
    expect(await add(newHook("a"))).toBe(true);
    expect(await add(newHook("a", { role: "owner" }))).toBe(false);
    expect(await add(newHook("a", { tenant: "other" }))).toBe(true);
    const { incomingWebhooks: hooks } = store.read;
    expect(await hooks.list("home")).toEqual([newHook("a"), newHook("b")]);

    const changed = newHook("a", {
      template: "new",
      role: "member",
      integrity: "web",
      perMinute: 1,
      state: "off",
      secret: new Secret("second"),
    });
    expect(await commit((tx) => tx.incomingWebhooks.change(changed))).toBe(true);
    expect(await commit((tx) => tx.incomingWebhooks.change(newHook("c")))).toBe(false);
    const kept = await hooks.byName("home", "a");
    expect(kept).toEqual(changed);
    expect(kept?.secret.reveal()).toBe("second");
    expect(await hooks.byName("other", "a")).toEqual(newHook("a", { tenant: "other" }));

    const remove = () => commit((tx) => tx.incomingWebhooks.remove("home", "a"));
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect(await hooks.list("home")).toEqual([newHook("b")]);
  });
}
