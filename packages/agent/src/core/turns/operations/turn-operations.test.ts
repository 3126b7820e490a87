import type { Operation } from "@reeve/operations/operation";
import { turns } from "@reeve/operations/work/turns";
import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { ann, bob, newChat } from "../../../store/testing/rows.ts";
import { createRunningTurns } from "../../running-turns.ts";
import { openTurnKit } from "../testing/open-turn-kit.ts";
import { turnOperations } from "./turn-operations.ts";

/** Opens the chat `p1`, whose turn is running. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  await kit.store.commit("accept", (tx) => tx.chats.add(newChat("p2", { uid: "bob" })));
  await kit.accept("m1");
  const turn = await kit.claim();
  const told = { rings: 0 };
  const outboxWakeup = { notify: () => void (told.rings += 1) };
  const running = createRunningTurns();
  const operations = turnOperations({ ...kit.deps, running, outboxWakeup });
  const owned = stack.move();
  return {
    ...kit,
    turn,
    told,
    running,
    async ask(wanted: Operation, input: object, person = ann): Promise<unknown> {
      const found = operations.find(({ operation }) => operation === wanted);
      return found?.run(input, { person, channel: "cli", externalId: "p2" });
    },
    message: async () => kit.store.read.inbox.byId(toId("m1")),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a running turn is stopped by its id, wherever that is asked", async () => {
  await using story = await openStory();
  using registered = story.running.add(toId("p1"));
  await story.accept("m2");
  expect(await story.ask(turns.stop, { id: story.turn.id })).toEqual({ turns: 1, withdrawn: 1 });
  expect(registered.signal.aborted).toBe(true);
  expect(story.told.rings).toBe(1);
  await story.log.end(story.turn, { type: "answered", text: "Late.", usage, model: "test/model" });
  expect(await story.message()).toMatchObject({ state: "withdrawn", reason: "stopped" });
});

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1 };

test("a turn that has ended is not stopped, and neither is what waits behind it", async () => {
  await using story = await openStory();
  await story.answer(story.turn);
  await story.accept("m2");
  expect(await story.ask(turns.stop, { id: story.turn.id })).toEqual({ turns: 0, withdrawn: 0 });
  expect(await story.store.read.inbox.byId(toId("m2"))).toMatchObject({ state: "queued" });
});

test("a turn is shown to those who can read its chat, and to others there is none", async () => {
  await using story = await openStory();
  expect(await story.ask(turns.show, { id: story.turn.id })).toMatchObject({
    turn: { id: story.turn.id, state: "running" },
    place: { surface: "cli", chat: "p1" },
    messages: [{ id: "m1" }],
  });
  for (const wanted of [turns.show, turns.stop])
    await expect(story.ask(wanted, { id: story.turn.id }, bob)).rejects.toMatchObject({
      code: "missing",
      message: `You have no turn with the id ${story.turn.id}.`,
      hint: "Find the id in a message's timeline: reeve why",
    });
});

test("members are told of their own messages only", async () => {
  await using story = await openStory();
  await expect(story.ask(turns.why, { id: "m1" }, bob)).rejects.toMatchObject({ code: "denied" });
  await story.accept("m2", { author: bob.id, chat: toId("p2") });
  expect(await story.ask(turns.why, { id: "m2" }, bob)).toMatchObject({ message: { id: "m2" } });
  expect(await story.ask(turns.why, { id: "m2" })).toMatchObject({ message: { id: "m2" } });
  await expect(story.ask(turns.why, { id: "m9" })).rejects.toMatchObject({
    message: 'No message or incident has the id "m9".',
  });
});

test("the owner stops a chat by its address, and members do not", async () => {
  await using story = await openStory();
  const place = { surface: "cli", chat: "p1" };
  await expect(story.ask(turns.stopChat, { place }, bob)).rejects.toMatchObject({ code: "denied" });
  expect(await story.ask(turns.stopChat, { place })).toEqual({ turns: 1, withdrawn: 0 });
});
