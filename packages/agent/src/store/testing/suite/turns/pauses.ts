import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import { PAUSED } from "../../../turns/pauses.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, ann, newMessage, newChat } from "../../rows.ts";

const p1 = toId<"chat">("p1");
const p2 = toId<"chat">("p2");

export function pauseTests(open: OpenStore): void {
  test("a pause holds for its chat, or for all of its tenant", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const here = { chat: p1, by: ann.id, at: 5 };
    const everywhere = { chat: null, by: ann.id, at: 6 };
    const holds = (chat: typeof p1) => store.read.pauses.isPaused("home", chat);
    const add = (pause: typeof here | typeof everywhere) =>
      store.commit("pause", (tx) => tx.pauses.add("home", pause));
    const remove = (chat: typeof p1 | null) =>
      store.commit("resume", (tx) => tx.pauses.remove("home", chat));

    expect([await add(here), await add({ ...here, at: 9 })]).toEqual([true, false]);
    expect([await holds(p1), await holds(p2)]).toEqual([true, false]);
    expect(await add(everywhere)).toBe(true);
    expect([await holds(p1), await holds(p2)]).toEqual([true, true]);
    expect(await store.read.pauses.isPaused("away", p1)).toBe(false);
    expect(await store.read.pauses.list("home")).toEqual([here, everywhere]);
    expect([await remove(null), await remove(null)]).toEqual([true, false]);
    expect([await holds(p1), await holds(p2)]).toEqual([true, false]);
  });

  test("what was noted for a reason is found by it, and one of it may join the queue", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const noted = { state: "noted", reason: PAUSED } as const;
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.inbox.add(newMessage("m1", noted));
      await tx.inbox.add(newMessage("m2", { ...noted, reason: "no mention" }));
      await tx.inbox.add(newMessage("m3", noted));
      await tx.inbox.add(newMessage("m4"));
    });
    const ids = async () => (await store.read.inbox.notedAs(p1, PAUSED)).map(({ id }) => id);
    const chats = async () => (await store.read.chats.withNoted(PAUSED)).map(({ id }) => id);

    expect([await ids(), await chats()]).toEqual([["m1", "m3"], ["p1"]]);
    const change = { from: PAUSED, to: "over", queue: toId<"inbox">("m3") };
    await store.commit("resume", (tx) => tx.inbox.release(p1, change));
    expect([await ids(), await chats()]).toEqual([[], []]);
    expect(await store.read.inbox.byId(toId("m1"))).toMatchObject({
      state: "noted",
      reason: "over",
    });
    expect((await store.read.inbox.queued(p1)).map(({ id }) => id)).toEqual(["m3", "m4"]);
  });
}
