import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, addChat, newChat } from "../../rows.ts";

export function chatTests(open: OpenStore): void {
  test("a chat that gathers messages is due after the last of them, and after so many at once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const p1 = toId<"chat">("p1");
    const enqueue = (now: number) =>
      store.commit("accept", (tx) => tx.chats.enqueue(p1, { now, interrupt: false, gathers: 3 }));
    const dueAfter = async (now: number) => {
      await enqueue(now);
      return store.read.chats.nextDue();
    };
    expect([await dueAfter(100), await dueAfter(200), await dueAfter(300)]).toEqual([
      100, 200, 300,
    ]);
    expect(await dueAfter(400)).toBe(300);
  });

  test("a new chat is as it was given, without session, lease or fence", async () => {
    await using opened = await open();
    const { store } = opened;
    const chat = newChat("p1", { mode: "queue", kind: "group", maxSteps: 7 });
    const whole = {
      ...chat,
      sessionId: null,
      agent: null,
      language: null,
      policy: null,
      verbose: "off",
      fence: 0,
      epoch: 0,
      leaseOwner: null,
    };

    expect(await store.commit("accept", (tx) => tx.chats.add(chat))).toEqual(whole);
    expect(await store.read.chats.byId(chat.id)).toEqual(whole);
    expect(await store.read.chats.byKey(chat)).toEqual(whole);
    expect(await store.read.chats.byKey({ ...chat, uid: "bob" })).toBe(undefined);
    expect(await store.read.chats.byAddress("cli", "p1")).toEqual([whole]);
    expect(await store.read.chats.byAddress("http", "p1")).toEqual([]);
  });

  test("a key has one chat, however many add it at once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);

    const added = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        store.commit("accept", (tx) => tx.chats.add(newChat(`p${index}`, { externalId: "same" }))),
      ),
    );

    const [there] = await store.read.chats.list();
    expect(await store.read.chats.list()).toEqual([there]);
    expect(added).toEqual(added.map(() => there));
  });

  test("people who share a chat have a chat each", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p1", { uid: "ann", externalId: "same" }));
      await tx.chats.add(newChat("p2", { uid: "bob", externalId: "same" }));
    });
    const shared = await store.read.chats.byAddress("cli", "same");
    expect(shared.map(({ id }) => id).toSorted()).toEqual(["p1", "p2"]);
  });

  test("the topics of a direct chat are found, and nobody else's", async () => {
    await using opened = await open();
    const { store } = opened;
    const chats = ["1", "1/5", "1/12", "11", "11/5", "1x5"];
    await store.commit("accept", async (tx) => {
      for (const externalId of chats) await tx.chats.add(newChat(`p${externalId}`, { externalId }));
      await tx.chats.add(newChat("group", { externalId: "1/7", kind: "group" }));
      await tx.chats.add(newChat("elsewhere", { externalId: "1/8", channel: "http" }));
    });
    const topics = await store.read.chats.topicsOf("cli", "1");
    expect(topics.map(({ externalId }) => externalId).toSorted()).toEqual(["1/12", "1/5"]);
  });

  test("the direct chats of a person are found, and nobody else's", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p2", { uid: "ann", channel: "http" }));
      await tx.chats.add(newChat("p1", { uid: "ann" }));
      await tx.chats.add(newChat("p3", { uid: "bob" }));
      await tx.chats.add(newChat("p4", { uid: "ann", kind: "group" }));
      await tx.chats.add(newChat("p5", { uid: "ann", tenant: "other" }));
    });
    const ann = { tenant: "home", person: toId<"person">("ann") };
    const found = await store.read.chats.directWith(ann);
    expect(found.map(({ id }) => id)).toEqual(["p1", "p2"]);
  });

  test("the direct chat in which somebody wrote last is found, on some channels or on all but one", async () => {
    await using opened = await open();
    const { store } = opened;
    const ann = { tenant: "home", person: toId<"person">("ann") };
    const write = (id: string, direction: "in" | "out") =>
      store.commit("accept", (tx) =>
        tx.messages.add({
          chat: toId(`p${id.charAt(1)}`),
          messageId: id,
          edit: 0,
          direction,
          author: "ann",
          text: "hello",
          at: 1,
          turn: null,
        }),
      );
    await store.commit("accept", async (tx) => {
      await tx.chats.add(newChat("p1", { uid: "ann", externalId: "1" }));
      await tx.chats.add(newChat("p2", { uid: "ann", externalId: "2" }));
      await tx.chats.add(newChat("p3", { uid: "ann", channel: "http", externalId: "3" }));
      await tx.chats.add(newChat("p4", { uid: "bob", externalId: "4" }));
      await tx.chats.add(newChat("p5", { uid: "ann", externalId: "5", kind: "group" }));
    });
    const last = async () => (await store.read.chats.lastOf(ann, { except: "http" }))?.id;

    expect(await last()).toBe(undefined);
    await write("m2", "in");
    await write("m1", "in");
    for (const at of [3, 4, 5]) await write(`m${at}`, "in");
    expect(await last()).toBe("p1");
    await write("m2b", "out");
    expect(await last()).toBe("p1");
    await write("m2c", "in");
    expect(await last()).toBe("p2");
    const lastOn = async (on: readonly string[]) =>
      (await store.read.chats.lastOf(ann, { on }))?.id;
    expect(await lastOn(["http"])).toBe("p3");
    expect(await lastOn(["http", "cli"])).toBe("p2");
    expect(await lastOn(["elsewhere"])).toBe(undefined);
    expect(await lastOn([])).toBe(undefined);
  });

  test("settings change one by one", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const p1 = toId<"chat">("p1");

    await store.commit("configure-place", (tx) => tx.chats.configure(p1, { maxSteps: 50 }));
    await store.commit("configure-place", (tx) => tx.chats.configure(p1, { mode: "interrupt" }));
    await store.commit("configure-place", (tx) => tx.chats.configure(p1, { agent: "writer" }));
    await store.commit("accept", (tx) => tx.chats.configure(p1, { language: "pt-BR" }));
    const { mode, maxSteps, agent, language } = (await store.read.chats.byId(p1)) ?? {};
    expect({ mode, maxSteps, agent, language }).toEqual({
      mode: "interrupt",
      maxSteps: 50,
      agent: "writer",
      language: "pt-BR",
    });

    await store.commit("configure-place", (tx) => tx.chats.configure(p1, { agent: null }));
    const after = await store.read.chats.byId(p1);
    expect([after?.agent, after?.language]).toEqual([null, "pt-BR"]);
  });

  test("whoever takes, holds or lists a chat knows its language", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const p1 = toId<"chat">("p1");
    await store.commit("accept", (tx) => tx.chats.configure(p1, { language: "de" }));
    await store.commit("accept", (tx) => tx.chats.enqueue(p1, { now: 0, interrupt: false }));

    const claim = { owner: "one", now: 1, leaseUntil: 100 };
    const claimed = await store.commit("claim", (tx) => tx.chats.claim(claim));
    const lease = { chat: p1, owner: "one", epoch: claimed?.epoch ?? 0 };
    const held = await store.commit("settle-turn", (tx) => tx.chats.extendLease(lease, 200));
    const [listed] = await store.read.chats.list();
    const [found] = await store.read.chats.byAddress("cli", "p1");
    expect([claimed, held, listed, found].map((chat) => chat?.language)).toEqual([
      "de",
      "de",
      "de",
      "de",
    ]);
  });

  test("numbers for facts are taken once each, without a gap, by many at once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const p1 = toId<"chat">("p1");
    expect(await store.read.chats.lastSeq(p1)).toBe(0);

    const counts = [1, 3, 2, 5, 1, 4, 1, 2];
    const firsts = await Promise.all(
      counts.map((count) => store.commit("accept", (tx) => tx.chats.takeSeq(p1, count))),
    );

    const taken = firsts.flatMap((first, index) =>
      Array.from({ length: counts[index] ?? 0 }, (_, offset) => first + offset),
    );
    expect(taken.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
    expect(await store.read.chats.lastSeq(p1)).toBe(19);
  });

  test("numbers that a broken commit took are given again", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const broken = store.commit("accept", async (tx) => {
      await tx.chats.takeSeq(toId("p1"), 3);
      throw new Error("the work broke");
    });
    await expect(broken).rejects.toThrow("the work broke");
    expect(await store.commit("accept", (tx) => tx.chats.takeSeq(toId("p1"), 1))).toBe(1);
  });
}
