import { expect, test } from "vitest";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import { toId } from "../../../kernel/ids.ts";
import type { ErasurePlan } from "../../forgetting.ts";
import type { Repositories } from "../../store.ts";
import type { OpenStore } from "../opened-store.ts";
import { addCalls, ann, newCall } from "../rows.ts";

const HOME = { tenant: "home", audiences: ["ann"] };

/** Takes "milk" out, in any case. */
const redact = (text: string) => text.replaceAll(/milk/gi, "[forgotten]");
const withoutMilk = { redact, redactJson: redact, anchors: ["milk"] };

const redactTypes = (text: string) => text.replaceAll(/said|start|accepted/g, "[forgotten]");
const withoutTypes = {
  redact: redactTypes,
  redactJson: redactTypes,
  anchors: ["said", "start", "accepted"],
};

const plan: ErasurePlan = {
  reach: HOME,
  texts: ["milk"],
  parts: [],
  phrases: [],
  sessions: [],
  turns: [],
  traces: [],
  hasFiles: false,
};

export function forgettingTests(open: OpenStore): void {
  test("a trace goes from every row within reach, and from no other", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    await store.commit("accept", async (tx) => {
      const said = { chat: toId<"chat">("p1"), edit: 0, at: 5, turn: null };
      await tx.messages.add({
        ...said,
        messageId: "1",
        direction: "in",
        author: "ann",
        text: "MILK!",
      });
      await tx.artifacts.add({
        id: toId("a1"),
        call: toId("c1"),
        chat: toId("p1"),
        content: "Milk and bread",
      });
      await tx.turns.settleCall(toId("c1"), {
        result: { type: "value", text: "bought milk" },
        artifact: null,
      });
    });

    const elsewhere = { tenant: "home", audiences: ["bob"] };
    expect(await store.commit("forget", (tx) => tx.forgetting.sweep(elsewhere, withoutMilk))).toBe(
      0,
    );
    // The message, its passage, the artifact, and the call.
    expect(await store.commit("forget", (tx) => tx.forgetting.sweep(HOME, withoutMilk))).toBe(4);
    const [turn] = await store.read.turns.historyOf([toId("t1")]);
    expect(turn?.steps[0]?.calls[0]).toMatchObject({
      args: { text: "[forgotten]" },
      result: { type: "value", text: "bought [forgotten]" },
    });
    expect((await store.read.forgetting.messages([1])).map(({ text }) => text)).toEqual([
      "[forgotten]!",
    ]);
    expect(await store.read.forgetting.passagesWith(HOME, ["milk"], 9)).toEqual([]);
  });

  test("a turn takes its own words out of the events, and no others", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const chat = toId<"chat">("p1");
    const from = { type: "message-accepted", from: "Ann" } as const;
    const said = { type: "said", cause: "reminder" } as const;
    const facts = (texts: Readonly<Record<"m1" | "t1" | "r1", string>>): readonly ChatEvent[] => [
      { ...from, message: "m1", text: texts.m1, seq: 1, at: 1 },
      { type: "turn-start", turn: "t1", messages: ["m1"], seq: 2, at: 1 },
      { type: "step-text", turn: "t1", step: 0, text: texts.t1, seq: 3, at: 2 },
      { ...from, message: "m2", text: "another", seq: 4, at: 2 },
      { ...said, id: "r2", about: "r2", reply: [{ type: "text", text: "two" }], seq: 5, at: 2 },
      { ...said, id: "r1", about: "m1", reply: [{ type: "text", text: texts.r1 }], seq: 6, at: 2 },
    ];
    await store.commit("accept", async (tx) => {
      const stored = facts({ m1: "milk", t1: "more milk", r1: "one" });
      await tx.events.add(chat, stored.slice(0, 2));
      await tx.events.add(chat, stored.slice(2));
      const message = { chat, edit: 0, at: 5, direction: "in", author: "ann", turn: null } as const;
      await tx.messages.add({ ...message, messageId: "platform-m1", text: "milk" });
      await tx.turns.end(toId("t1"), { state: "settled", endedAt: 20, incident: null });
    });
    const eventsAfter = async (work: (tx: Repositories) => Promise<unknown>) => {
      await store.commit("forget", work);
      return store.read.events.since(chat, 0, 9);
    };

    const messages = [{ chat, messageId: "platform-m1" }];
    expect(
      await eventsAfter((tx) => tx.forgetting.removeMessages(messages, { turns: "kept" })),
    ).toEqual(facts({ m1: "[forgotten]", t1: "more milk", r1: "[forgotten]" }));
    expect(await eventsAfter((tx) => tx.forgetting.sweep(HOME, withoutMilk))).toEqual(
      facts({ m1: "[forgotten]", t1: "more [forgotten]", r1: "[forgotten]" }),
    );
    // A type is no text.
    expect(await eventsAfter((tx) => tx.forgetting.sweep(HOME, withoutTypes))).toEqual(
      facts({ m1: "[forgotten]", t1: "more [forgotten]", r1: "[forgotten]" }),
    );
    expect(
      await eventsAfter((tx) => tx.forgetting.removeMessages(messages, { turns: "emptied" })),
    ).toEqual(facts({ m1: "[forgotten]", t1: "[forgotten]", r1: "[forgotten]" }));
  });

  test("what was begun is unfinished until it is done, and then says nothing but that it was", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const { tenant, id: person } = ann;
    const begun = { id: "f1", tenant, person, at: 7, kind: "note", rows: 3, turn: null } as const;
    await store.commit("forget", (tx) => tx.forgetting.start(begun, plan));
    expect(await store.read.forgetting.unfinished()).toEqual([
      { ...begun, state: "erasing", plan },
    ]);
    await store.commit("forgotten", (tx) => tx.forgetting.dropPlan("f1"));
    expect(await store.read.forgetting.unfinished()).toEqual([
      { ...begun, state: "erasing", plan: undefined },
    ]);
    await store.commit("forgotten", (tx) => tx.forgetting.finish("f1"));
    expect(await store.read.forgetting.unfinished()).toEqual([]);
    expect(await store.read.forgetting.list("home", 9)).toEqual([{ ...begun, state: "done" }]);
    expect(await store.read.forgetting.count()).toBe(1);
  });

  test("a message goes with the fact that rests on it alone, and takes its words out of its turn", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const chat = toId<"chat">("p1");
    const said = { chat, edit: 0, at: 5, direction: "in", author: "ann", turn: null } as const;
    await store.commit("accept", async (tx) => {
      await tx.messages.add({ ...said, messageId: "platform-m1", text: "text of m1" });
      await tx.messages.add({ ...said, messageId: "other", text: "another" });
      await tx.turns.end(toId("t1"), { state: "settled", endedAt: 20, incident: null });
      for (const id of ["alone", "twice"]) {
        await tx.facts.add({ ...FACT, id: toId(id), text: `fact ${id}` });
        const evidence = { chat, edit: 0, author: ann.id, saidAt: 5 };
        await tx.facts.addEvidence(toId(id), [{ ...evidence, messageId: "platform-m1" }]);
        if (id === "twice")
          await tx.facts.addEvidence(toId(id), [{ ...evidence, messageId: "other" }]);
      }
    });
    await store.commit("forget", (tx) =>
      tx.forgetting.removeMessages([{ chat, messageId: "platform-m1" }], { turns: "emptied" }),
    );

    const audience = { tenant: "home", audience: "ann", limit: 9 };
    expect((await store.read.facts.list(audience)).map(({ id }) => id)).toEqual(["twice"]);
    expect((await store.read.messages.newest(chat, 9)).map(({ text }) => text)).toEqual([
      "another",
    ]);
    const [turn] = await store.read.turns.historyOf([toId("t1")]);
    expect(turn?.steps).toMatchObject([
      {
        input: "[forgotten]",
        text: "[forgotten]",
        extras: null,
        meta: null,
        calls: [{ args: {} }],
      },
    ]);
    const row = await store.read.inbox.byMessage(chat, "platform-m1", 0);
    expect(row?.body).toMatchObject({ kind: "message", text: "[forgotten]", name: "Ann" });
  });

  test("a fact is no longer believed when its only message is taken back or edited", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const chat = toId<"chat">("p1");
    const said = { chat, at: 5, direction: "in", author: "ann", turn: null } as const;
    await store.commit("accept", async (tx) => {
      for (const id of ["removed", "edited"]) {
        await tx.messages.add({ ...said, messageId: id, edit: 0, text: `text ${id}` });
        await tx.facts.add({ ...FACT, id: toId(id), text: `fact ${id}` });
        const evidence = { chat, edit: 0, author: ann.id, saidAt: 5 };
        await tx.facts.addEvidence(toId(id), [{ ...evidence, messageId: id }]);
      }
    });
    await store.commit("accept", async (tx) => {
      await tx.messages.remove(chat, "removed");
      await tx.messages.add({ ...said, messageId: "edited", edit: 1, text: "something else" });
    });
    expect(await store.read.facts.byId(toId("removed"))).toMatchObject({ state: "retracted" });
    expect(await store.read.facts.byId(toId("edited"))).toMatchObject({ state: "retracted" });
  });

  test("a chat that is not archived keeps its messages and no passages of them", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    const chat = toId<"chat">("p1");
    const said = { chat, edit: 0, at: 5, direction: "in", author: "ann", turn: null } as const;
    await store.commit("configure-place", (tx) => tx.forgetting.setArchive(chat, "off"));
    await store.commit("accept", (tx) =>
      tx.messages.add({ ...said, messageId: "1", text: "hidden" }),
    );
    expect(await store.read.forgetting.archiveOf(chat)).toBe("off");
    expect((await store.read.messages.newest(chat, 9)).map(({ text }) => text)).toEqual(["hidden"]);
    expect(await store.read.forgetting.passagesWith(HOME, ["hidden"], 9)).toEqual([]);
  });
}

const FACT = {
  tenant: "home",
  audience: "ann",
  chat: toId<"chat">("p1"),
  session: toId<"session">("s1"),
  turn: toId<"turn">("t1"),
  kind: "fact",
  tier: "long-term",
  subject: null,
  integrity: "owner",
  saidAt: 5,
  validFrom: 5,
  validUntil: null,
  supersededBy: null,
  confirmedBy: null,
  state: "active",
  createdAt: 6,
} as const;
