import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { ChatEvent } from "../../../../kernel/chat-event.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, addTurn, newChat, newTurn } from "../../rows.ts";

const p1 = toId<"chat">("p1");
const p2 = toId<"chat">("p2");

export function eventTests(open: OpenStore): void {
  test("facts come back whole, in order, after a number and up to a limit", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const facts: readonly ChatEvent[] = [
      { type: "message-accepted", message: "m1", from: "Ann", text: "hi 'x' \\ 🙂", seq: 1, at: 9 },
      { type: "turn-start", turn: "t1", messages: ["m1"], seq: 2, at: 10 },
      {
        type: "tool-start",
        turn: "t1",
        call: "c1",
        name: "x",
        args: { a: [1, null] },
        seq: 3,
        at: 11,
      },
      {
        type: "turn-end",
        turn: "t1",
        outcome: "answered",
        reply: [{ type: "text", text: "hello" }],
        seq: 4,
        at: 12,
      },
    ];
    const other: ChatEvent = { type: "turn-start", turn: "t2", messages: [], seq: 1, at: 9 };
    const question: ChatEvent = {
      type: "approval-request",
      turn: "t1",
      approval: "a1",
      tool: "x",
      args: {},
      question: "May I?",
      expires: 99,
      seq: 2,
      at: 11,
    };
    const next: ChatEvent = { type: "turn-start", turn: "t3", messages: [], seq: 5, at: 13 };
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.events.add(p1, facts.toReversed());
      await tx.events.add(p2, [other, question]);
      await tx.events.add(p1, []);
    });

    expect(await store.read.events.since(p1, 0, 100)).toEqual(facts);
    expect(await store.read.events.since(p1, 1, 2)).toEqual(facts.slice(1, 3));
    expect(await store.read.events.since(p1, 4, 100)).toEqual([]);
    expect(await store.read.events.since(p2, 0, 100)).toEqual([other, question]);
    const ofTurn = [...facts.slice(1, 2), question, ...facts.slice(2)];
    expect(await store.read.events.ofTurn(toId("t1"))).toEqual(expect.arrayContaining(ofTurn));
    await store.commit("accept", (tx) => tx.events.add(p1, [next]));
    expect(await store.read.events.ofTurn(toId("t1"))).toHaveLength(ofTurn.length);
  });

  test("events of a turn come back from several commits, from any number on", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const call = { turn: "t1", call: "c1", name: "x" } as const;
    const said = { type: "approval-decision", approval: "a", verdict: "allow", by: "ann" } as const;
    const long = "long ".repeat(500);
    const commits: readonly (readonly ChatEvent[])[] = [
      [{ ...said, seq: 1, at: 1 }],
      [
        { type: "message-accepted", message: "m1", from: "Ann", text: "hi", seq: 2, at: 2 },
        { type: "turn-start", turn: "t1", messages: ["m1"], seq: 3, at: 2 },
      ],
      [
        { type: "tool-start", ...call, args: { at: 7, turn: null }, seq: 4, at: 3 },
        { type: "tool-end", ...call, outcome: "value", summary: "“so”", seq: 5, at: 3 },
      ],
      [{ ...said, seq: 6, at: 4 }],
      [{ type: "step-text", turn: "t1", step: 1, text: long, seq: 7, at: 5 }],
      [
        { ...said, seq: 8, at: 6 },
        { type: "step-text", turn: "t1", step: 2, text: "short", seq: 9, at: 6 },
      ],
      [{ type: "step-text", turn: "t1", step: 3, text: "short", seq: 10, at: 7 }],
      [
        { type: "turn-end", turn: "t1", outcome: "answered", reply: [], seq: 11, at: 8 },
        { ...said, seq: 12, at: 8 },
      ],
      [{ type: "turn-start", turn: "t2", messages: ["m2"], seq: 13, at: 9 }],
      [{ type: "turn-end", turn: "t2", outcome: "stopped", reply: [], seq: 14, at: 10 }],
    ];
    await store.commit("claim", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.turns.end(toId("t1"), { state: "settled", endedAt: 9, incident: null });
      await tx.turns.add(newTurn("t2", { firstEvent: 13 }));
    });
    for (const facts of commits)
      await store.commit("accept", async (tx) => {
        await tx.events.add(p1, facts);
        await tx.events.add(p2, facts);
      });

    const all = commits.flat();
    for (let after = 0; after <= all.length; after += 1)
      for (const limit of [1, 2, 3, 100])
        expect(await store.read.events.since(p1, after, limit)).toEqual(
          all.slice(after, after + limit),
        );
    for (const turn of ["t1", "t2"])
      expect(await store.read.events.ofTurn(toId(turn))).toEqual(
        all.filter((fact) => "turn" in fact && fact.turn === turn),
      );
  });

  test("facts of many commits at once have every number once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const texts = Array.from({ length: 30 }, (_, index) => `t${index}`);

    await Promise.all(
      texts.map((text) =>
        store.commit("accept", async (tx) => {
          const first = await tx.chats.takeSeq(p1, 2);
          await tx.events.add(p1, [
            { type: "message-accepted", message: "a", from: "Ann", text, seq: first, at: 1 },
            { type: "message-accepted", message: "b", from: "Ann", text, seq: first + 1, at: 1 },
          ]);
        }),
      ),
    );

    const stored = await store.read.events.since(p1, 0, 1000);
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    expect(await store.read.chats.lastSeq(p1)).toBe(60);
  });

  test("a number is given to one fact only", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const fact: ChatEvent = { type: "turn-start", turn: "t1", messages: [], seq: 1, at: 9 };
    await store.commit("accept", (tx) => tx.events.add(p1, [fact]));
    const twice = store.commit("accept", (tx) => tx.events.add(p1, [{ ...fact, turn: "t2" }]));
    await expect(twice).rejects.toThrow(/unique/i);
    expect(await store.read.events.since(p1, 0, 9)).toEqual([fact]);
  });
}
