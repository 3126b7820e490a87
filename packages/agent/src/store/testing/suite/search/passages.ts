import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { HistoryMessage } from "../../../messages/messages.ts";
import type { NewPassage, ScopeKey } from "../../../search/passages.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, addChat, ann, newChat } from "../../rows.ts";

const notes: ScopeKey = { tenant: "home", audience: "ann", chat: null, source: "note" };
const feed: ScopeKey = { ...notes, chat: toId("p1"), source: "feed" };

export function passageTests(open: OpenStore): void {
  test("a passage comes back whole, with its scope", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const said = passage("1", { scope: feed, author: "Ann", text: "hello\n'you' 🥚 日本" });
    const [id, other] = await put(store, [said, passage("1", { integrity: "web" })]);

    expect(await store.read.passages.byIds([Number(other), 99, Number(id)])).toEqual([
      { ...said, id },
      { ...passage("1", { integrity: "web" }), id: other },
    ]);
    expect(await store.read.passages.byIds([])).toEqual([]);
    expect(await store.slow.passages.scopes("home")).toEqual([
      { ...feed, id: expect.any(Number), passages: 1 },
      { ...notes, id: expect.any(Number), passages: 1 },
    ]);
    expect(await store.read.passages.scopes("work")).toEqual([]);
  });

  test("the same again changes nothing, another text replaces it under a new id", async () => {
    await using opened = await open();
    const { store } = opened;
    const [first] = await put(store, [passage("n1", { text: "milk" })]);
    expect(await put(store, [passage("n1", { text: "milk" })])).toEqual([first]);

    const [second] = await put(store, [passage("n1", { text: "bread" })]);

    expect(second).toBeGreaterThan(Number(first));
    expect(await store.read.passages.byIds([Number(first), Number(second)])).toEqual([
      { ...passage("n1", { text: "bread" }), id: second },
    ]);
    const [third] = await put(store, [passage("n1", { text: "bread", at: 99 })]);
    expect(third).toBeGreaterThan(Number(second));
    const [scope] = await store.read.passages.scopes("home");
    expect(scope?.passages).toBe(1);
  });

  test("ids of removed passages are not given again", async () => {
    await using opened = await open();
    const { store } = opened;
    const [first] = await put(store, [passage("n1")]);
    const remove = () => store.commit("note", (tx) => tx.passages.remove(notes, "n1"));
    expect([await remove(), await remove()]).toEqual([true, false]);
    const [second] = await put(store, [passage("n1")]);
    expect(second).toBeGreaterThan(Number(first));
    const elsewhere = { ...notes, audience: "bob" };
    expect(await store.commit("note", (tx) => tx.passages.remove(elsewhere, "n1"))).toBe(false);
  });

  test("what is in a scope is listed by the beginning of its refs", async () => {
    await using opened = await open();
    const { store } = opened;
    await put(store, [
      passage("a.md#1"),
      passage("a_md#1"),
      passage("a.md#2"),
      passage("a.md#3", { scope: { ...notes, audience: "bob" } }),
    ]);
    const refs = async (options?: { prefix: string }) =>
      (await store.read.passages.list(notes, options)).map(({ ref }) => ref);
    expect(await refs()).toEqual(["a.md#1", "a_md#1", "a.md#2"]);
    expect(await refs({ prefix: "a.md#" })).toEqual(["a.md#1", "a.md#2"]);
    expect(await refs({ prefix: "b" })).toEqual([]);
  });

  test("many at once are added, changed and left as they are like one", async () => {
    await using opened = await open();
    const { store } = opened;
    const [, same] = await put(store, [passage("n1", { text: "milk" }), passage("n2")]);
    const bread = passage("n1", {
      text: "bread",
      sources: [{ kind: "page", where: "a.example", integrity: "web" }],
    });
    const said = passage("1", { scope: feed, author: "Ann" });
    await addChat(store);
    const putAll = (all: readonly NewPassage[]) =>
      store.commit("note", (tx) => tx.passages.putAll(all));
    await putAll([bread, said, passage("n2"), passage("n3")]);
    await putAll([]);

    const noted = await store.read.passages.list(notes);
    expect(noted.map(({ ref, text, sources }) => [ref, text, sources])).toEqual([
      ["n2", "n2", undefined],
      ["n3", "n3", undefined],
      ["n1", "bread", bread.sources],
    ]);
    expect(noted[0]?.id).toBe(same);
    expect((await store.read.passages.list(feed)).map(({ author }) => author)).toEqual(["Ann"]);
    const scopes = await store.read.passages.scopes("home");
    expect(scopes.map(({ source, passages }) => [source, passages])).toEqual([
      ["note", 3],
      ["feed", 1],
    ]);
  });

  test("a passage whose commit fails is not there", async () => {
    await using opened = await open();
    const { store } = opened;
    await put(store, [passage("n0")]);
    const failing = store.commit("note", async (tx) => {
      await tx.passages.put(passage("n1", { scope: { ...notes, source: "fact" } }));
      await tx.passages.remove(notes, "n0");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const scopes = await store.read.passages.scopes("home");
    expect(scopes.map(({ source, passages }) => [source, passages])).toEqual([["note", 1]]);
    expect((await store.read.passages.list(notes)).map(({ ref }) => ref)).toEqual(["n0"]);
  });

  test("messages of the feed are passages of their chat, as they were edited last", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await say(store, [
      { messageId: "1", text: "hello" },
      { messageId: "2", text: "to be changed" },
      { messageId: "3", direction: "out", author: "reeve", text: "hi, Ann" },
      { messageId: "2", edit: 2, text: "changed" },
      { messageId: "2", edit: 1, text: "changed meanwhile" },
      { messageId: "5", edit: 1, text: "overtook its original" },
      { messageId: "5", edit: 0, text: "came behind its edit" },
      { messageId: "4", text: "  " },
    ]);
    await say(store, [{ messageId: "1", text: "hello" }]);

    const said = await store.read.passages.list(feed);
    expect(said.map(({ author, text, integrity }) => [author, text, integrity])).toEqual([
      ["Ann", "hello", "owner"],
      ["reeve", "hi, Ann", "stranger"],
      ["Ann", "changed", "owner"],
      ["Ann", "overtook its original", "owner"],
    ]);
    expect(said.map(({ ref }) => Number(ref))).toEqual([1, 3, 4, 6]);

    const removing = store.commit("accept", (tx) => tx.messages.remove(toId("p1"), "2"));
    expect(await removing).toBe(true);
    expect((await store.read.passages.list(feed)).map(({ text }) => text)).toEqual([
      "hello",
      "hi, Ann",
      "overtook its original",
    ]);
    const again = store.commit("accept", (tx) => tx.messages.remove(toId("p1"), "2"));
    expect(await again).toBe(false);
  });

  test("a group's feed is its own principal's", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    await store.commit("accept", (tx) =>
      tx.chats.add(newChat("g1", { uid: "group:g1", kind: "group" })),
    );
    await say(store, [{ chat: toId("g1"), messageId: "1", text: "hello" }]);
    const [scope] = await store.read.passages.scopes("home");
    expect(scope).toMatchObject({ audience: "group:g1", chat: "g1", source: "feed" });
  });
}

function passage(ref: string, change: Partial<NewPassage> = {}): NewPassage {
  return { scope: notes, ref, author: null, integrity: "owner", at: 5, text: ref, ...change };
}

function put(store: Store, passages: readonly NewPassage[]): Promise<readonly number[]> {
  return store.commit("note", async (tx) => {
    const ids: number[] = [];
    for (const one of passages) ids.push(await tx.passages.put(one));
    return ids;
  });
}

async function say(store: Store, messages: readonly Partial<HistoryMessage>[]): Promise<void> {
  await store.commit("accept", async (tx) => {
    for (const message of messages)
      await tx.messages.add({
        chat: toId("p1"),
        messageId: "1",
        edit: 0,
        direction: "in",
        author: ann.id,
        text: "",
        at: 5,
        turn: null,
        ...message,
      });
    await tx.messages.index();
  });
}
