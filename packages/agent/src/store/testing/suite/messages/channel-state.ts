import { expect, test } from "vitest";
import type { OpenStore } from "../../opened-store.ts";

export function channelStateTests(open: OpenStore): void {
  test("what a channel keeps is its own, is replaced and removed, and ends with its time", async () => {
    await using opened = await open();
    const { store } = opened;
    const key = { tenant: "home", channel: "bot", key: "k" };
    const other = { ...key, channel: "other" };
    await store.commit("keep-surface-state", async (tx) => {
      await tx.channelState.put(key, { value: "one", at: 1 });
      await tx.channelState.put(key, { value: "two", at: 5 });
      await tx.channelState.put(other, { value: "three", at: 2 });
      await tx.channelState.prune(3);
    });
    expect(await store.read.channelState.get(key)).toBe("two");
    expect(await store.read.channelState.get(other)).toBeUndefined();
    await store.commit("keep-surface-state", (tx) => tx.channelState.remove(key));
    expect(await store.read.channelState.get(key)).toBeUndefined();
  });

  test("what a channel keeps of a chat is dropped with it, and nothing else", async () => {
    await using opened = await open();
    const { store } = opened;
    const other = keyOf("here", "other");
    await store.commit("keep-surface-state", async (tx) => {
      await tx.channelState.put(keyOf("here"), { value: "1", at: 1 });
      await tx.channelState.put(keyOf("here"), { value: "2", at: 1, externalId: "49" });
      await tx.channelState.put(keyOf("there"), { value: "3", at: 1, externalId: "50" });
      await tx.channelState.put(keyOf("none"), { value: "4", at: 1, externalId: "49" });
      await tx.channelState.put(keyOf("none"), { value: "5", at: 1 });
      await tx.channelState.put(other, { value: "6", at: 1, externalId: "49" });
      await tx.channelState.removeOf({ tenant: "home", channel: "bot", externalId: "49" });
    });
    const kept = [keyOf("here"), keyOf("there"), keyOf("none"), other];
    const left = kept.map((key) => store.read.channelState.get(key));
    expect(await Promise.all(left)).toEqual([undefined, "3", "5", "6"]);
  });
}

function keyOf(key: string, channel = "bot") {
  return { tenant: "home", channel, key };
}
