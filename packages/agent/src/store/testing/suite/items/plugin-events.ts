import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { PluginEvent } from "../../../items/plugin-events.ts";
import type { OpenStore } from "../../opened-store.ts";
import { ann } from "../../rows.ts";

function event(id: string, own: Partial<PluginEvent> = {}): PluginEvent {
  return {
    id,
    tenant: "home",
    plugin: "poll",
    kind: "press",
    chat: toId("p1"),
    person: ann.id,
    body: { data: "vote:1" },
    state: "waiting",
    createdAt: 10,
    ...own,
  };
}

export function pluginEventTests(open: OpenStore): void {
  test("an event for a plugin is stored once, and waits in its order", async () => {
    await using opened = await open();
    const { store } = opened;
    const added = await store.commit("accept", async (tx) => [
      await tx.pluginEvents.add(event("e2", { createdAt: 20 })),
      await tx.pluginEvents.add(event("e1")),
      await tx.pluginEvents.add(event("e1", { body: "other" })),
      await tx.pluginEvents.add(event("e3", { kind: "payment", plugin: "game" })),
    ]);
    expect(added).toEqual([true, true, false, true]);
    const { pluginEvents } = store.read;
    expect(await pluginEvents.waiting("press", 9)).toEqual([
      event("e1"),
      event("e2", { createdAt: 20 }),
    ]);
    expect(await pluginEvents.waiting("press", 1)).toEqual([event("e1")]);
    expect(await pluginEvents.countWaiting("poll")).toBe(2);
  });

  test("events of a plugin that has many do not hide those of others", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("accept", async (tx) => {
      for (let at = 10; at < 30; at += 1)
        await tx.pluginEvents.add(event(`e${at}`, { createdAt: at }));
      await tx.pluginEvents.add(event("other", { plugin: "quiz", createdAt: 99 }));
    });
    const ids = (await store.read.pluginEvents.waiting("press", 20)).map(({ id }) => id);
    expect(ids).toEqual(["e10", "e11", "e12", "e13", "e14", "e15", "e16", "e17", "other"]);
  });

  test("handled presses are removed after a while, payments are not", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("accept", async (tx) => {
      for (const [id, kind] of [
        ["e1", "press"],
        ["e2", "payment"],
        ["e3", "press"],
      ] as const)
        await tx.pluginEvents.add(event(id, { kind }));
      await tx.pluginEvents.setState("e1", "done");
      await tx.pluginEvents.setState("e2", "done");
      await tx.pluginEvents.prune(11);
    });
    const { pluginEvents } = store.read;
    expect(await pluginEvents.byId("e1")).toBeUndefined();
    expect(await pluginEvents.byId("e2")).toMatchObject({ state: "done" });
    expect(await pluginEvents.byId("e3")).toMatchObject({ state: "waiting" });
  });
}
