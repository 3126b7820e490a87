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
}
