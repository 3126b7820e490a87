import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { ann, bob, newChat, newMessage } from "../../../store/testing/rows.ts";
import type { CommandRequest } from "../../commands.ts";
import { openTurnKit, toolThat } from "../testing/open-turn-kit.ts";
import { whyCommand } from "./why-command.ts";

const p1 = toId<"chat">("p1");
const here = { channel: "cli", externalId: "p1", kind: "direct" } as const;
const elsewhere = { ...here, externalId: "p2" } as const;
const cid: Principal = { id: toId("cid"), tenant: "home", role: "admin", name: "Cid" };

/** Opens the chat `p1`, in which `/why` is asked. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat()] }));
  const command = whyCommand(kit.store);
  const owned = stack.move();
  return {
    ...kit,
    async why(argument = "", own: Partial<CommandRequest> = {}) {
      const asked = {
        person: ann,
        language: "en",
        timeZone: "UTC",
        address: here,
        ...own,
      } as const;
      const context = { ...asked, argument, message: "w", now: kit.time.now };
      const answer = await command.prepare?.(context);
      const [part] = await kit.store.commit("accept", async (tx) => {
        const chat = await tx.chats.byId(p1);
        if (!chat || !answer) throw new Error("there is nothing to answer");
        const { newId } = kit.deps;
        return answer(tx, { ...context, chat, newId, isPush: true, afterCommit: () => {} });
      });
      return part?.type === "text" ? part.text.split("\n") : [];
    },
    /** A message in the chat, as it is shown there. */
    async say(id: string, text: string, own: { readonly author?: string; edit?: number } = {}) {
      const { author = "ann", edit = 0 } = own;
      const body = { kind: "message", text, name: author, role: "owner", sentAt: 5 } as const;
      await kit.accept(id, { author: toId(author), body, edit });
      await kit.store.commit("accept", (tx) =>
        tx.messages.add({
          chat: p1,
          messageId: `platform-${id}`,
          edit,
          direction: "in",
          author,
          text,
          at: (kit.time.now += 1),
          turn: null,
          isSearched: true,
        }),
      );
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a message is explained from its arrival to its reply", async () => {
  await using story = await openStory();
  await story.say("m1", "pay Bob");
  const approval = await story.ask("c1", "ton_send", { to: "Bob" });
  expect(await story.why("m1")).toEqual([
    "“pay Bob”: answered",
    "turn: finished, 2 steps",
    "tool call: ton_send, needs approval, finished",
    "approval: pending, ton_send?",
    "model: test/model, 8 tokens",
    "reply: waiting to be sent",
    "reply: waiting to be sent",
  ]);
  await story.decide(approval);
  expect(await story.why(approval)).toEqual([`“allow ${approval}”: queued`]);
});

test("an incident and failed attempts to reply are told", async () => {
  await using story = await openStory();
  await story.say("m1", "hello");
  const turn = await story.claim();
  await story.log.end(turn, { type: "failed", incident: "i1", reason: "broke" });
  const [part] = await story.store.read.outbox.ofTurn(turn.id);
  const failure = { attempts: 2, outages: 1, nextAt: 0, isDead: true, reason: "gone" };
  await story.store.commit("delivery-failed", (tx) =>
    tx.outbox.markFailed(part?.id ?? "", failure),
  );
  const told = [
    "“hello”: failed, broke",
    "turn: failed, 2 steps",
    "incident: i1",
    "reply: not delivered, after 3 failed attempts",
  ];
  expect(await story.why("m1")).toEqual(told);
  expect(await story.why("i1")).toEqual(told);
});

test("a reason for which there are words is told in them", async () => {
  await using story = await openStory();
  await story.accept("m1", { state: "noted", reason: "not said to the agent" });
  expect(await story.why("m1")).toEqual([
    "“text of m1”: stored, not answered, not addressed to me",
  ]);
});

test("without an id, a person's own newest message is explained, and not a question why", async () => {
  await using story = await openStory();
  await expect(story.why()).rejects.toMatchObject({
    code: "missing",
    message: "You haven't sent me a message in this chat yet.",
  });
  await story.say("m1", "why is it raining?");
  await story.say("m2", "hello", { author: "bob" });
  for (const [n, text] of ["/why", " /why m1", "@reeve /why", "@reeve, /WHY"].entries())
    await story.say(`w${n}`, text);
  expect(await story.why()).toEqual(["“why is it raining?”: queued"]);
  expect(await story.why("", { person: bob })).toEqual(["“hello”: queued"]);
  await story.say("m3", "what is /why?");
  expect(await story.why()).toEqual(["“what is /why?”: queued"]);
});

test("the newest edit of a message is explained", async () => {
  await using story = await openStory();
  await story.say("m1", "buy milk");
  await story.store.commit("accept", async (tx) => {
    const edited = newMessage("m2", { messageId: "platform-m1", edit: 1, state: "noted" });
    await tx.inbox.add(edited);
  });
  expect(await story.why()).toEqual(["“buy milk”: queued"]);
});

test("nobody reads about the messages of others, but admins do in a direct chat of their tenant", async () => {
  await using story = await openStory();
  await story.store.commit("accept", async (tx) => {
    await tx.people.add(cid, { tenant: "home", channel: "cli", externalId: "cid" });
    await tx.chats.add(newChat("p2", { uid: "cid" }));
    await tx.chats.add(newChat("p3", { uid: "eve", tenant: "other" }));
  });
  await story.say("m1", "hello");
  await story.accept("m3", { chat: toId("p3") });
  const missing = {
    code: "missing",
    message: "You have no message with the id “m1” in this chat.",
    hint: "Use /why without an id to see your latest message.",
  };
  const group = { ...elsewhere, kind: "group" } as const;
  await expect(story.why("m1", { person: bob })).rejects.toMatchObject(missing);
  await expect(story.why("m1", { address: group })).rejects.toMatchObject(missing);
  await expect(story.why("m1", { person: bob, address: elsewhere })).rejects.toMatchObject(missing);
  await expect(
    story.why("m1", { address: { ...here, channel: "phone", kind: "group" } }),
  ).rejects.toMatchObject(missing);
  await expect(story.why("m3")).rejects.toMatchObject({ code: "missing" });
  expect(await story.why("m1", { person: cid, address: elsewhere })).toEqual(["“hello”: queued"]);
  const own = { ...here, kind: "group" } as const;
  expect(await story.why("m1", { address: own })).toEqual(["“hello”: queued"]);
});

test("a long message is cut in the explanation", async () => {
  await using story = await openStory();
  await story.say("m1", "word ".repeat(40));
  const [line = ""] = await story.why("m1");
  expect(line.length).toBeLessThan(100);
});
