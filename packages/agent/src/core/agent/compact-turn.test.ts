import { expect, test } from "vitest";
import type { Label } from "../../kernel/label.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import { gated, openTurnKit, settledAs } from "../turns/testing/open-turn-kit.ts";
import { compactTurn } from "./compact-turn.ts";

const { signal } = new AbortController();
const web: Label = {
  integrity: "web",
  audience: "all",
  sources: [{ kind: "other", where: "web page example.com", integrity: "web" }],
};
const LONG = "The page says that trains leave at noon. ".repeat(200);

/** A chat whose first turn read a page, and was shortened twice for the two turns after it. */
async function shortenTwice(utility = scriptedModel(() => ({ text: "Trains leave at noon." }))) {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  const context = { ...kit.agent().context, keepMessages: 0 };
  const saved: (Label | undefined)[] = [];
  const agent = kit.agent({
    utility,
    context,
    saveSummary: async (_turn, { label }) => void saved.push(label),
  });
  await kit.accept("m1");
  const reading = await kit.think(await kit.claim(), [gated("c1")]);
  const page = { ...settledAs("c1", { type: "value", text: LONG }), label: web };
  await kit.answer(await kit.settle(reading, [page]));
  const labels: (Label | undefined)[] = [];
  for (const id of ["m2", "m3"]) {
    await kit.accept(id);
    const turn = await kit.claim();
    const status = await compactTurn(
      turn,
      { ...agent, gathered: await agent.gather(turn) },
      signal,
    );
    if (status.type !== "going") throw new Error(`the turn is ${status.type}`);
    const session = await kit.store.read.sessions.open(status.turn.session);
    expect(session?.inheritance?.carried).toEqual([]);
    labels.push(session?.inheritance?.label);
    await kit.answer(status.turn);
  }
  const owned = stack.move();
  return { labels, saved, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test("what a page said stays as little trusted through a second compaction", async () => {
  await using chat = await shortenTwice();
  expect(chat.labels).toMatchObject([
    { integrity: "web", sources: web.sources },
    { integrity: "web", sources: web.sources },
  ]);
});

test("a summary is kept with the label of what it sums up", async () => {
  await using chat = await shortenTwice();
  expect(chat.saved).toMatchObject([{ integrity: "web" }, { integrity: "web" }]);
});

test("a summary by rules has the label of what it stands for, too", async () => {
  await using chat = await shortenTwice(scriptedModel([]));
  expect(chat.labels).toMatchObject([{ integrity: "web" }, { integrity: "web" }]);
  expect(chat.saved).toEqual([]);
});
