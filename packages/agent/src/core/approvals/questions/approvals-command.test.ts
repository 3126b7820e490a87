import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { ann, newChat } from "../../../store/testing/rows.ts";
import type { CommandContext } from "../../commands.ts";
import { openTurnKit, toolThat } from "../../turns/testing/open-turn-kit.ts";
import { approvalsCommand } from "./approvals-command.ts";

/** Opens the chat `p1`, a group `g`, and a direct chat of another tenant, `p2`. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat()] }));
  await kit.store.commit("accept", async (tx) => {
    await tx.chats.add(newChat("g", { kind: "group" }));
    await tx.chats.add(newChat("p2", { tenant: "other" }));
  });
  const command = approvalsCommand({
    questionIn: ({ tool }, { chat, language }) => `${tool} in ${chat.id} (${language})`,
  });
  const owned = stack.move();
  return {
    ...kit,
    say: (where = "p1", own: Partial<CommandContext> = {}) =>
      kit.store.commit("accept", async (tx) => {
        const chat = await tx.chats.byId(toId(where));
        if (!chat || !command.answer) throw new Error("there is nothing to answer");
        return command.answer(tx, {
          person: ann,
          language: "en",
          timeZone: "UTC",
          address: chat,
          argument: "",
          message: "m",
          now: kit.time.now,
          chat,
          newId: kit.deps.newId,
          isPush: true,
          afterCommit: () => {},
          ...own,
        });
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const none = [{ type: "text", text: "No approvals are pending.", links: "plain" }];

test("open questions are asked again where they can be answered, in the chat's language", async () => {
  await using story = await openStory();
  expect(await story.say()).toEqual(none);
  await story.accept("m1");
  const first = await story.ask("c1", "ton_send", { to: "Bob" });
  await story.accept("m2");
  const second = await story.ask("c2", "ton_send", { to: "Eve" });
  const question = "ton_send in p1 (en)";
  const asked = [second, first].map((approval) => ({ type: "approval", approval, question }));
  expect((await story.say()).toSorted(byId)).toEqual(asked.toSorted(byId));
  await story.decide(first, { verdict: "deny" });
  expect(await story.say()).toEqual([{ type: "approval", approval: second, question }]);
  expect(await story.say("p1", { isPush: false, language: "de" })).toEqual([
    { type: "text", text: `ton_send in p1 (de)\n(${second})`, links: "plain" },
  ]);
});

function byId(one: object, other: object): number {
  return JSON.stringify(one).localeCompare(JSON.stringify(other));
}

test("a group shows what was asked there, and a direct chat what was asked in its tenant", async () => {
  await using story = await openStory();
  await story.accept("m1");
  await story.ask("c1", "ton_send", { to: "Bob" });
  expect(await story.say("g")).toEqual(none);
  expect(await story.say("p2")).toEqual(none);
  await story.accept("m2", { chat: toId("g") });
  const there = await story.ask("c2", "ton_send", { to: "Eve" });
  expect(await story.say("g")).toMatchObject([{ approval: there }]);
  expect(await story.say("p1")).toHaveLength(2);
});

test("at most ten questions are asked again, below each other where they are read as one text", async () => {
  await using story = await openStory();
  for (let n = 0; n < 11; n++) {
    await story.accept(`m${n}`);
    await story.ask(`c${n}`, "ton_send", { to: "Bob" });
  }
  expect(await story.say()).toHaveLength(10);
  const [part] = await story.say("p1", { isPush: false });
  expect(part?.type === "text" && part.text.split("\n\n")).toHaveLength(10);
});
