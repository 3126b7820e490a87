import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { StoredOutage } from "../../../turns/model-outages.ts";
import type { OpenStore } from "../../opened-store.ts";

export function modelOutageTests(open: OpenStore): void {
  test("the outage of a model is replaced, listed by its beginning, and removed once", async () => {
    await using opened = await open();
    const { store } = opened;
    const set = (outage: StoredOutage) =>
      store.commit("model-down", (tx) => tx.modelOutages.set(outage));
    const remove = (model: string) =>
      store.commit("model-up", (tx) => tx.modelOutages.remove(model));
    const busy = { model: "a/b", cause: "server", reason: "busy", since: 7, told: null } as const;
    const told = { chat: toId<"chat">("p1"), at: 9 };
    const refused = { model: "a/b", cause: "key", reason: "bad key", since: 7, told } as const;
    const other = { ...busy, model: "c/d", since: 5 };

    await set(busy);
    await set(other);
    await set(refused);
    expect(await store.read.modelOutages.list()).toEqual([other, refused]);
    expect(await store.read.modelOutages.of("a/b")).toEqual(refused);
    expect([await remove("a/b"), await remove("a/b")]).toEqual([true, false]);
    expect(await store.read.modelOutages.of("a/b")).toBeUndefined();
  });
}
