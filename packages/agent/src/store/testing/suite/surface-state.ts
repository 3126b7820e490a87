import { expect, test } from "vitest";
import type { OpenStore } from "../opened-store.ts";

export function surfaceStateTests(open: OpenStore): void {
  test("what a surface keeps is its own, is replaced and removed, and ends with its time", async () => {
    await using opened = await open();
    const { store } = opened;
    const key = { tenant: "home", surface: "bot", key: "k" };
    const other = { ...key, surface: "other" };
    await store.commit("keep-surface-state", async (tx) => {
      await tx.surfaceState.put(key, { value: "one", at: 1 });
      await tx.surfaceState.put(key, { value: "two", at: 5 });
      await tx.surfaceState.put(other, { value: "three", at: 2 });
      await tx.surfaceState.prune(3);
    });
    expect(await store.read.surfaceState.get(key)).toBe("two");
    expect(await store.read.surfaceState.get(other)).toBeUndefined();
    await store.commit("keep-surface-state", (tx) => tx.surfaceState.remove(key));
    expect(await store.read.surfaceState.get(key)).toBeUndefined();
  });

  test("what a surface keeps of a chat is dropped with it, and nothing else", async () => {
    await using opened = await open();
    const { store } = opened;
    const other = keyOf("here", "other");
    await store.commit("keep-surface-state", async (tx) => {
      await tx.surfaceState.put(keyOf("here"), { value: "1", at: 1 });
      await tx.surfaceState.put(keyOf("here"), { value: "2", at: 1, chat: "49" });
      await tx.surfaceState.put(keyOf("there"), { value: "3", at: 1, chat: "50" });
      await tx.surfaceState.put(keyOf("none"), { value: "4", at: 1, chat: "49" });
      await tx.surfaceState.put(keyOf("none"), { value: "5", at: 1 });
      await tx.surfaceState.put(other, { value: "6", at: 1, chat: "49" });
      await tx.surfaceState.removeOf({ tenant: "home", surface: "bot", chat: "49" });
    });
    const kept = [keyOf("here"), keyOf("there"), keyOf("none"), other];
    const left = kept.map((key) => store.read.surfaceState.get(key));
    expect(await Promise.all(left)).toEqual([undefined, "3", "5", "6"]);
  });
}

function keyOf(key: string, surface = "bot") {
  return { tenant: "home", surface, key };
}
