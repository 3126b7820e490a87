import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { ann, bob } from "../../store/testing/rows.ts";
import { openTurnKit } from "./testing/open-turn-kit.ts";
import { withdrawMessage } from "./withdraw-message.ts";

const p1 = toId<"chat">("p1");

/** Opens the chat `p1` with the messages `m1` and `m2` of Ann. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  await kit.accept("m1");
  await kit.accept("m2");
  const seen = { aborted: [] as string[], rings: 0 };
  const owned = stack.move();
  const { read } = kit.store;
  return {
    ...kit,
    seen,
    withdraw: (message: string, person = ann) =>
      withdrawMessage(
        { message: toId(message), person },
        {
          store: kit.store,
          running: { abort: (chat) => void seen.aborted.push(chat) },
          wakeup: { notify: () => void (seen.rings += 1) },
        },
      ),
    states: () =>
      Promise.all(
        ["m1", "m2"].map(async (id) => (await read.inbox.byId(toId<"inbox">(id)))?.state),
      ),
    fence: async () => (await read.chats.byId(p1))?.fence,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a message that waits is taken back, and nothing else", async () => {
  await using story = await openStory();
  const fence = await story.fence();
  await story.withdraw("m1");
  expect(await story.states()).toEqual(["withdrawn", "queued"]);
  expect(await story.fence()).toBe(fence);
  expect(story.seen).toEqual({ aborted: [], rings: 1 });
});

test("a turn that answers others as well begins anew with those", async () => {
  await using story = await openStory();
  const turn = await story.claim();
  await story.withdraw("m1");
  expect(await story.states()).toEqual(["withdrawn", "taken"]);
  expect(story.seen).toEqual({ aborted: ["p1"], rings: 1 });
  await story.log.end(turn, { type: "cancelled" });
  expect(await story.states()).toEqual(["withdrawn", "queued"]);
});

test("a turn that answers nothing else is stopped", async () => {
  await using story = await openStory();
  await story.withdraw("m2");
  const turn = await story.claim();
  await story.withdraw("m1");
  expect((await story.store.read.turns.byId(turn.id))?.cancel).toBe("stopped");
  await story.log.end(turn, { type: "cancelled" });
  expect(await story.states()).toEqual(["withdrawn", "withdrawn"]);
});

test("nobody takes back what others wrote, or what was answered", async () => {
  await using story = await openStory();
  await story.withdraw("m1", bob);
  await story.withdraw("none");
  expect(await story.states()).toEqual(["queued", "queued"]);
  expect(story.seen).toEqual({ aborted: [], rings: 0 });
  await story.answer(await story.claim());
  const fence = await story.fence();
  await story.withdraw("m1");
  expect(await story.states()).toEqual(["folded", "answered"]);
  expect(await story.fence()).toBe(fence);
  expect(story.seen.aborted).toEqual([]);
});
