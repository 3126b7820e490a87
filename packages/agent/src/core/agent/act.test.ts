import type { Replay } from "@reeve/sdk";
import { expect, test } from "vitest";
import { gated, openTurnKit, toolThat } from "../turns/testing/open-turn-kit.ts";
import { act } from "./act.ts";

const { signal } = new AbortController();

/** A call that was running when its process died, in the turn as the next process claims it. */
async function crashDuring(replay: Replay, own: Parameters<typeof toolThat>[0] = {}) {
  await using stack = new AsyncDisposableStack();
  const runs: unknown[] = [];
  const run = async (args: unknown) => {
    runs.push(args);
    return "sent";
  };
  const kit = stack.use(await openTurnKit({ tools: [toolThat({ replay, run, ...own })] }));
  await kit.accept("m1");
  const call = gated("c1", { name: "ton_send", effect: "pay", args: { to: "Bob" }, replay });
  await kit.think(await kit.claim(), [call]);
  const turn = await kit.crash();
  const owned = stack.move();
  return {
    ...kit,
    runs,
    turn,
    act: () => act(turn, kit.agent(), signal),
    async result() {
      const [step] = await kit.store.read.turns.steps(turn.id);
      return step?.calls[0]?.result;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("an interrupted call that cannot be repeated has an unknown outcome and does not run again", async () => {
  await using crashed = await crashDuring("unknown");
  expect(crashed.turn.isResumed).toBe(true);
  expect((await crashed.act()).type).toBe("going");
  expect(await crashed.result()).toEqual({ type: "unknown" });
  expect(crashed.runs).toEqual([]);
});

test.each(["rerun", "same-key"] as const)("an interrupted call runs again: %s", async (replay) => {
  await using crashed = await crashDuring(replay);
  await crashed.act();
  expect(await crashed.result()).toMatchObject({ type: "value" });
  expect(crashed.runs).toEqual([{ to: "Bob" }]);
});

test.each([
  { state: "done", value: "sent before" },
  { state: "not-done" },
  { state: "unknown" },
] as const)("an interrupted call that can be looked up is: $state", async (probe) => {
  await using crashed = await crashDuring("probe", { probe: async () => probe });
  await crashed.act();
  const expected = {
    done: { type: "value", text: "sent before" },
    "not-done": { type: "value", text: "sent" },
    unknown: { type: "unknown" },
  };
  expect(await crashed.result()).toMatchObject(expected[probe.state]);
  expect(crashed.runs).toHaveLength(probe.state === "not-done" ? 1 : 0);
});

test.each(["unknown", "same-key", "probe"] as const)(
  "an interrupted call of a turn that was stopped has an unknown outcome: %s",
  async (replay) => {
    await using crashed = await crashDuring(replay, {
      probe: async () => ({ state: "not-done" }),
    });
    await crashed.stop();
    expect((await crashed.act()).type).toBe("ended");
    expect(await crashed.result()).toEqual({ type: "unknown" });
    expect(crashed.runs).toEqual([]);
  },
);

test("a call that only reads is aborted when its turn was stopped", async () => {
  await using crashed = await crashDuring("rerun");
  await crashed.stop();
  expect((await crashed.act()).type).toBe("ended");
  expect(await crashed.result()).toEqual({ type: "aborted" });
  expect(crashed.runs).toEqual([]);
});
