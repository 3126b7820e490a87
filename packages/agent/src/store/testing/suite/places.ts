import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { OpenStore } from "../opened-store.ts";
import { addPeople, addPlace, newPlace } from "../rows.ts";

export function placeTests(open: OpenStore): void {
  test("a new place is as it was given, without session, lease or fence", async () => {
    await using opened = await open();
    const { store } = opened;
    const place = newPlace("p1", { mode: "queue", kind: "group", maxSteps: 7 });
    const whole = { ...place, sessionId: null, agent: null, fence: 0, epoch: 0, leaseOwner: null };

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

  test("the direct chat in which somebody wrote last is found, but for one surface", async () => {
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
      await tx.places.add(newPlace("p3", { uid: "ann", surface: "http", chat: "3" }));
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
  });

  test("settings change one by one", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPlace(store);
    const p1 = toId<"place">("p1");

    await store.commit("configure-place", (tx) => tx.places.configure(p1, { maxSteps: 50 }));
    await store.commit("configure-place", (tx) => tx.places.configure(p1, { mode: "interrupt" }));
    await store.commit("configure-place", (tx) => tx.places.configure(p1, { agent: "writer" }));
    const { mode, maxSteps, agent } = (await store.read.places.byId(p1)) ?? {};
    expect({ mode, maxSteps, agent }).toEqual({ mode: "interrupt", maxSteps: 50, agent: "writer" });

    await store.commit("configure-place", (tx) => tx.places.configure(p1, { agent: null }));
    expect((await store.read.places.byId(p1))?.agent).toBe(null);
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
