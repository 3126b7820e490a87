import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { ToolOverride } from "../../../../kernel/tool-override.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, ann } from "../../rows.ts";

const p1 = toId<"chat">("p1");

export function overrideTests(open: OpenStore): void {
  test("an override takes the place of the one with the same target, and of no other", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const everywhere = override({ chat: null });
    const here = override({ scope: "dm-only", isDisabled: false });
    const other = override({ name: "web", kind: "category", chat: toId("p2"), setAt: 6 });
    await store.commit("override-tools", async (tx) => {
      for (const one of [everywhere, override(), here, other]) await tx.overrides.put("home", one);
      await tx.overrides.put("away", override({ access: "owner" }));
    });

    expect(await store.read.overrides.list("home")).toEqual([everywhere, here, other]);
    expect(await store.read.overrides.ofChat("home", p1)).toEqual([everywhere, here]);
    expect(await store.read.overrides.byTarget("home", other)).toEqual(other);
  });

  test("an override is removed by its target", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const everywhere = override({ chat: null });
    await store.commit("override-tools", async (tx) => {
      await tx.overrides.put("home", everywhere);
      await tx.overrides.put("home", override());
      await tx.overrides.remove("home", override());
    });
    expect(await store.read.overrides.list("home")).toEqual([everywhere]);
    expect(await store.read.overrides.byTarget("home", override())).toBeUndefined();
  });
}

function override(own: Partial<ToolOverride> = {}): ToolOverride {
  return {
    kind: "tool",
    name: "web_fetch",
    chat: p1,
    isDisabled: true,
    scope: null,
    access: null,
    approval: "always",
    setBy: ann.id,
    setAt: 5,
    ...own,
  };
}
