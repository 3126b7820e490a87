import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { bob, newChat } from "../../store/testing/rows.ts";
import { gated, openTurnKit, settledAs } from "./testing/open-turn-kit.ts";

const found = settledAs("c1", { type: "value", text: "found" });

/** A turn of Ann with a call that runs. */
async function openActing() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  await kit.accept("m1");
  const turn = await kit.think(await kit.claim(), [gated("c1")]);
  const owned = stack.move();
  return { ...kit, turn, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const said = (name: string, role: "owner" | "admin" | "member" | "stranger") =>
  ({ kind: "message", text: "And this.", name, role, sentAt: 5 }) as const;

test("a message of a less trusted author that joins a turn lowers its role", async () => {
  await using acting = await openActing();
  expect(acting.turn.role).toBe("owner");
  await acting.accept("m2", { author: bob.id, body: said("Bob", "member") });

  const turn = await acting.settle(acting.turn, [found]);

  expect(turn.role).toBe("member");
  expect(turn.asker).toBe("bob");
  expect(turn.authors).toEqual(["ann", "bob"]);
  expect(turn.steps[1]?.input).toContain("And this.");
  expect((await acting.store.read.turns.byId(turn.id))?.role).toBe("member");
});

test("a turn has the role of its least trusted author after a crash, too", async () => {
  await using acting = await openActing();
  await acting.accept("m2", { author: bob.id, body: said("Bob", "member") });
  await acting.settle(acting.turn, [found]);

  const turn = await acting.crash();

  expect(turn.role).toBe("member");
  expect(turn.asker).toBe("bob");
  expect(turn.authors).toEqual(["ann", "bob"]);
});

test("a message of a more trusted author that joins a turn does not raise its role", async () => {
  await using kit = await openTurnKit();
  await kit.accept("m1", { author: bob.id, body: said("Bob", "member") });
  const acting = await kit.think(await kit.claim(), [gated("c1")]);
  expect(acting.role).toBe("member");
  await kit.accept("m2");

  const turn = await kit.settle(acting, [found]);

  expect(turn.role).toBe("member");
  expect(turn.asker).toBe("ann");
  expect((await kit.store.read.turns.byId(turn.id))?.role).toBe("member");
});

test("an author counts with the role at the time of the message, or by now, whichever is lower", async () => {
  await using acting = await openActing();
  await acting.accept("m2", { author: bob.id, body: said("Bob", "admin") });
  expect((await acting.settle(acting.turn, [found])).role).toBe("member");

  await using other = await openActing();
  await other.accept("m2", { body: said("Ann", "stranger") });
  expect((await other.settle(other.turn, [found])).role).toBe("stranger");
});

test("in a group only messages of those join who are answered already", async () => {
  await using kit = await openTurnKit();
  const chat = toId<"chat">("g1");
  await kit.store.commit("accept", (tx) => tx.chats.add(newChat("g1", { kind: "group" })));
  await kit.accept("m1", { chat });
  const acting = await kit.think(await kit.claim(), [gated("c1")]);
  await kit.accept("m2", { chat, author: bob.id, body: said("Bob", "member") });
  await kit.accept("m3", { chat });

  const turn = await kit.settle(acting, [found]);

  expect(turn.role).toBe("owner");
  expect(turn.authors).toEqual(["ann"]);
  expect(turn.steps[1]?.heard?.map(({ author }) => author)).toEqual(["ann"]);
  const queued = await kit.store.read.inbox.queued(chat, kit.time.now);
  expect(queued.map(({ id }) => id)).toEqual(["m2"]);
});

test("the model is asked to close after the last step of the chat", async () => {
  await using kit = await openTurnKit({ budgets: { steps: 2 } });
  await kit.accept("m1");
  const second = await kit.settle(await kit.think(await kit.claim(), [gated("c1")]), [found]);
  expect(second.steps[1]).toMatchObject({ kind: "think", input: null });

  const third = await kit.settle(await kit.think(second, [gated("c2")]), [
    settledAs("c2", { type: "value", text: "more" }),
  ]);

  expect(third.steps[2]?.kind).toBe("close");
  expect(third.steps[2]?.input).toContain("Answer now without tools");
});

test("a message that comes before the closing step waits for a turn that can act", async () => {
  await using kit = await openTurnKit({ budgets: { steps: 1 } });
  await kit.accept("m1");
  const acting = await kit.think(await kit.claim(), [gated("c1")]);
  await kit.accept("m2");

  const closing = await kit.settle(acting, [found]);

  expect(closing.steps[1]?.kind).toBe("close");
  expect(closing.steps[1]?.input).not.toContain("<user_message>");
  const queued = await kit.store.read.inbox.queued(closing.chat.id, kit.time.now);
  expect(queued.map(({ id }) => id)).toEqual(["m2"]);
});
