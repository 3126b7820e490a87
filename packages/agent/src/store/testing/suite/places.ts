import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { OpenStore } from "../opened-store.ts";
import { addPeople, addPlace, newPlace } from "../rows.ts";

export function placeTests(open: OpenStore): void {
  test("a new place is as it was given, without session, lease or fence", async () => {
    await using opened = await open();
    const { store } = opened;
    const place = newPlace("p1", { mode: "queue", kind: "group", maxSteps: 7 });
    const whole = {
      ...place,
      sessionId: null,
      agent: null,
      language: null,
      fence: 0,
      epoch: 0,
      leaseOwner: null,
    };

    expect(await store.commit("accept", (tx) => tx.places.add(place))).toEqual(whole);
    expect(await store.read.places.byId(place.id)).toEqual(whole);
    expect(await store.read.places.byKey(place)).toEqual(whole);
    expect(await store.read.places.byKey({ ...place, uid: "bob" })).toBe(undefined);
    expect(await store.read.places.byAddress("cli", "p1")).toEqual([whole]);
    expect(await store.read.places.byAddress("http", "p1")).toEqual([]);
  });

  test("a key has one place, however many add it at once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);

    const added = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        store.commit("accept", (tx) => tx.places.add(newPlace(`p${index}`, { chat: "same" }))),
      ),
    );

    const [there] = await store.read.places.list();
    expect(await store.read.places.list()).toEqual([there]);
    expect(added).toEqual(added.map(() => there));
  });

  test("people who share a chat have a place each", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("accept", async (tx) => {
      await tx.places.add(newPlace("p1", { uid: "ann", chat: "same" }));
      await tx.places.add(newPlace("p2", { uid: "bob", chat: "same" }));
    });
    const shared = await store.read.places.byAddress("cli", "same");
    expect(shared.map(({ id }) => id).toSorted()).toEqual(["p1", "p2"]);
  });

  test("the topics of a direct chat are found, and nobody else's", async () => {
    await using opened = await open();
    const { store } = opened;
    const chats = ["1", "1/5", "1/12", "11", "11/5", "1x5"];
    await store.commit("accept", async (tx) => {
      for (const chat of chats) await tx.places.add(newPlace(`p${chat}`, { chat }));
      await tx.places.add(newPlace("group", { chat: "1/7", kind: "group" }));
      await tx.places.add(newPlace("elsewhere", { chat: "1/8", channel: "http" }));
    });
    const topics = await store.read.places.topicsOf("cli", "1");
    expect(topics.map(({ chat }) => chat).toSorted()).toEqual(["1/12", "1/5"]);
  });

  test("the direct chats of a person are found, and nobody else's", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("accept", async (tx) => {
      await tx.places.add(newPlace("p2", { uid: "ann", channel: "http" }));
      await tx.places.add(newPlace("p1", { uid: "ann" }));
      await tx.places.add(newPlace("p3", { uid: "bob" }));
      await tx.places.add(newPlace("p4", { uid: "ann", kind: "group" }));
      await tx.places.add(newPlace("p5", { uid: "ann", tenant: "other" }));
    });
    const ann = { tenant: "home", person: toId<"person">("ann") };
    const found = await store.read.places.directWith(ann);
    expect(found.map(({ id }) => id)).toEqual(["p1", "p2"]);
  });

  test("the direct chat in which somebody wrote last is found, on some channels or on all but one", async () => {
    await using opened = await open();
    const { store } = opened;
    const ann = { tenant: "home", person: toId<"person">("ann") };
    const write = (id: string, direction: "in" | "out") =>
      store.commit("accept", (tx) =>
        tx.feed.add({
          place: toId(`p${id.charAt(1)}`),
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
      await tx.places.add(newPlace("p1", { uid: "ann", chat: "1" }));
      await tx.places.add(newPlace("p2", { uid: "ann", chat: "2" }));
      await tx.places.add(newPlace("p3", { uid: "ann", channel: "http", chat: "3" }));
      await tx.places.add(newPlace("p4", { uid: "bob", chat: "4" }));
      await tx.places.add(newPlace("p5", { uid: "ann", chat: "5", kind: "group" }));
    });
    const last = async () => (await store.read.places.lastOf(ann, { except: "http" }))?.id;

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
      (await store.read.places.lastOf(ann, { on }))?.id;
    expect(await lastOn(["http"])).toBe("p3");
    expect(await lastOn(["http", "cli"])).toBe("p2");
    expect(await lastOn(["elsewhere"])).toBe(undefined);
    expect(await lastOn([])).toBe(undefined);
  });

  test("settings change one by one", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const p1 = toId<"place">("p1");

    await store.commit("configure-place", (tx) => tx.places.configure(p1, { maxSteps: 50 }));
    await store.commit("configure-place", (tx) => tx.places.configure(p1, { mode: "interrupt" }));
    await store.commit("configure-place", (tx) => tx.places.configure(p1, { agent: "writer" }));
    await store.commit("accept", (tx) => tx.places.configure(p1, { language: "pt-BR" }));
    const { mode, maxSteps, agent, language } = (await store.read.places.byId(p1)) ?? {};
    expect({ mode, maxSteps, agent, language }).toEqual({
      mode: "interrupt",
      maxSteps: 50,
      agent: "writer",
      language: "pt-BR",
    });

    await store.commit("configure-place", (tx) => tx.places.configure(p1, { agent: null }));
    const after = await store.read.places.byId(p1);
    expect([after?.agent, after?.language]).toEqual([null, "pt-BR"]);
  });

  test("whoever takes, holds or lists a place knows its language", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const p1 = toId<"place">("p1");
    await store.commit("accept", (tx) => tx.places.configure(p1, { language: "de" }));
    await store.commit("accept", (tx) => tx.places.enqueue(p1, { now: 0, interrupt: false }));

    const claim = { owner: "one", now: 1, leaseUntil: 100 };
    const claimed = await store.commit("claim", (tx) => tx.places.claim(claim));
    const lease = { place: p1, owner: "one", epoch: claimed?.epoch ?? 0 };
    const held = await store.commit("settle-turn", (tx) => tx.places.hold(lease, 200));
    const [listed] = await store.read.places.list();
    const [found] = await store.read.places.byAddress("cli", "p1");
    expect([claimed, held, listed, found].map((place) => place?.language)).toEqual([
      "de",
      "de",
      "de",
      "de",
    ]);
  });

  test("numbers for facts are taken once each, without a gap, by many at once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const p1 = toId<"place">("p1");
    expect(await store.read.places.lastSeq(p1)).toBe(0);

    const counts = [1, 3, 2, 5, 1, 4, 1, 2];
    const firsts = await Promise.all(
      counts.map((count) => store.commit("accept", (tx) => tx.places.takeSeq(p1, count))),
    );

    const taken = firsts.flatMap((first, index) =>
      Array.from({ length: counts[index] ?? 0 }, (_, offset) => first + offset),
    );
    expect(taken.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
    expect(await store.read.places.lastSeq(p1)).toBe(19);
  });

  test("numbers that a broken commit took are given again", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const broken = store.commit("accept", async (tx) => {
      await tx.places.takeSeq(toId("p1"), 3);
      throw new Error("the work broke");
    });
    await expect(broken).rejects.toThrow("the work broke");
    expect(await store.commit("accept", (tx) => tx.places.takeSeq(toId("p1"), 1))).toBe(1);
  });
}
