import { Fault, type FaultCode } from "@reeve/sdk";
import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import type { NewPassage, PassageSource } from "../store/search/passages.ts";
import { createMemorySearch, type MemoryQuery, type MemorySearchDeps } from "./search.ts";
import { createMemoryIndex, MEMORY_MODEL } from "./testing/memory-index.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const now = Date.parse("2026-11-22T12:00:00Z");
const clock = { now: () => now, timeZone: "UTC" };
const signal = new AbortController().signal;

const home = {
  tenant: "home",
  audience: "ann",
  chat: toId<"chat">("p1"),
  source: "feed",
} as const;
const ann = {
  tenant: "home",
  person: toId<"person">("ann"),
  role: "owner",
  chat: { id: home.chat, kind: "direct" },
} as const;

type Text = string | (Partial<NewPassage> & { readonly text: string });

function searchIn(texts: readonly Text[], deps: Partial<MemorySearchDeps> = {}) {
  const index = createMemoryIndex();
  const vector = deps.embedder && new Float32Array([1]);
  for (const [at, text] of texts.entries()) {
    const more = typeof text === "string" ? { text } : text;
    const base = { scope: home, ref: String(at), author: "Ann", integrity: "owner" } as const;
    index.add({ ...base, at: now - 400 * DAY_MS + at * DAY_MS, ...more }, vector);
  }
  const search = createMemorySearch({ ...index, clock, ...deps });
  return async (text: string, more: Partial<MemoryQuery> = {}) => {
    const { hits } = await search.find({ text, viewer: ann, limit: 3, signal, ...more });
    return hits.map((hit) => hit.text);
  };
}

/** Sees the same meaning in every text. */
const embedderOf = (...vector: readonly number[]) => ({
  id: MEMORY_MODEL,
  embed: async () => [new Float32Array(vector)],
});

const embedderThat = (code: FaultCode) => ({
  id: MEMORY_MODEL,
  embed: () => Promise.reject(new Fault(code, "There is no answer.")),
});

const inSource = (source: PassageSource, text: string) => ({
  scope: { ...home, source, chat: null },
  author: null,
  text,
});

test.each([
  ["where is the spare key", "The spare keys hang behind the fridge"],
  ["wifi password", "Passwort fürs WiFi: mohnblume"],
  ["wo liegt der Schlüssel", "Der Schlüssel liegt unter der Matte"],
  ["где билеты", "Билет лежит в синей папке"],
  ["сколько стоила путёвка", "Путевка стоила 900 евро"],
  ["会議はいつ", "次の会議は金曜日です"],
  ["护照", "我的护照在抽屉里"],
  ["열쇠 어디", "열쇠는 서랍에 있어요"],
  ["tisch reservieren", "Tisch für vier reserviert"],
  ["ayuntamiento", "Cita en el ayuntamiento el lunes"],
])("finds what %j asks for by words alone", async (query, text) => {
  const find = searchIn([
    "The spare keys hang behind the fridge",
    "Passwort fürs WiFi: mohnblume",
    "Der Schlüssel liegt unter der Matte",
    "Билет лежит в синей папке",
    "Путевка стоила 900 евро",
    "次の会議は金曜日です",
    "我的护照在抽屉里",
    "열쇠는 서랍에 있어요",
    "Tisch für vier reserviert",
    "Cita en el ayuntamiento el lunes",
    "Nothing to see here",
  ]);
  expect((await find(query))[0]).toBe(text);
});

test("a short note is found before long talk about other things", async () => {
  const talk =
    "We talked for hours about doors and how a code of conduct opens some of them to all";
  const find = searchIn([talk, inSource("note", "Door code: 4711"), talk.toUpperCase()]);
  expect((await find("door code"))[0]).toBe("Door code: 4711");
});

test("sources, chat, author and time bound what is found", async () => {
  const texts: readonly Text[] = [
    { text: "tea at Ann's", at: now - 9 * DAY_MS },
    { text: "tea at Bob's", author: "Bob", at: now - 5 * DAY_MS },
    { text: "tea elsewhere", scope: { ...home, chat: toId<"chat">("p2") }, at: now - DAY_MS },
    inSource("note", "tea is out"),
  ];
  const find = searchIn(texts);
  expect(await find("tea", { sources: ["note"] })).toEqual(["tea is out"]);
  expect(await find("tea", { within: home.chat, author: "Bob" })).toEqual(["tea at Bob's"]);
  expect(await find("tea", { since: now - 6 * DAY_MS, until: now - 2 * DAY_MS })).toEqual([
    "tea at Bob's",
  ]);
  expect(await find("tea", { within: toId<"chat">("p2") })).toEqual(["tea elsewhere"]);
});

test("a filter holds for the neighbours of what is found, too", async () => {
  const find = searchIn([
    { text: "shall we have tea?", at: now - 2 },
    { text: "yes, at five", author: "Bob", at: now - 1 },
  ]);
  expect(await find("tea")).toEqual(["shall we have tea?", "yes, at five"]);
  expect(await find("tea", { author: "Ann" })).toEqual(["shall we have tea?"]);
});

test("what was said yesterday is found by the day alone, however much there is", async () => {
  const old = Array.from({ length: 300 }, (_, at) => ({
    text: `yesterday I counted sheep number ${at}`,
    at: now - 300 * DAY_MS,
  }));
  const find = searchIn(
    [...old, { text: "the boat has a leak", at: now - DAY_MS, author: "Bob" }, ...old],
    { embedder: embedderOf(1) },
  );
  expect(await find("what was reported yesterday", { limit: 1 })).toEqual(["the boat has a leak"]);
});

test("says the same once", async () => {
  const find = searchIn(["tea is at five", "Tea is at five!", "coffee is at six, no tea"]);
  expect(await find("tea")).toEqual(["Tea is at five!", "coffee is at six, no tea"]);
});

test("nobody finds what is not theirs", async () => {
  const find = searchIn(["the secret of Ann"]);
  const bob = { ...ann, person: toId<"person">("bob"), role: "member" } as const;
  const group = { id: toId<"chat">("g1"), kind: "group" } as const;
  expect(await find("secret", { viewer: bob })).toEqual([]);
  expect(await find("secret", { viewer: { ...ann, chat: group } })).toEqual([]);
  expect(await find("secret", { viewer: { ...ann, tenant: "work" } })).toEqual([]);
});

test.each([
  "",
  " ",
  '"',
  "a\"b'c",
  "NEAR(",
  "x* AND",
  "-",
  "^a",
  "col:b",
  "\0",
  "\uD800",
  "(((",
  "%_",
])("a query of %j breaks nothing", async (text) => {
  expect(await searchIn(["plain words"])(text)).toEqual([]);
});

test("words answer where the embedder is out of order, and the answer says so", async () => {
  const index = createMemoryIndex();
  const passage = { scope: home, ref: "1", author: "Ann", integrity: "owner", at: now } as const;
  const id = index.add({ ...passage, text: "tea at five" });
  const search = createMemorySearch({ ...index, clock, embedder: embedderThat("unavailable") });
  expect(await search.find({ text: "tea", viewer: ann, limit: 1, signal })).toEqual({
    hits: [
      {
        id,
        source: "feed",
        ref: "1",
        chat: home.chat,
        audience: "ann",
        author: "Ann",
        at: now,
        integrity: "owner",
        text: "tea at five",
        similarity: undefined,
        score: 0.5 + 0.25 * (4 / 14) + 0.05,
      },
    ],
    completeTo: 0,
    mode: "words",
  });
});

test("an aborted question stays aborted", async () => {
  const find = searchIn(["tea"], { embedder: embedderThat("aborted") });
  await expect(find("tea")).rejects.toMatchObject({ code: "aborted" });
});

test("meaning finds what words do not", async () => {
  const index = createMemoryIndex();
  const passage = { scope: home, author: "Ann", integrity: "owner", at: now } as const;
  index.add({ ...passage, ref: "1", text: "We adopted a puppy" }, new Float32Array([1, 0]));
  index.add({ ...passage, ref: "2", text: "The tax is due" }, new Float32Array([0, 1]));
  const search = createMemorySearch({ ...index, clock, embedder: embedderOf(0.8, 0.6) });
  const { hits, completeTo, mode } = await search.find({
    text: "any pets?",
    viewer: ann,
    limit: 1,
    signal,
  });
  expect(hits.map(({ text }) => text)).toEqual(["We adopted a puppy"]);
  expect([completeTo, mode]).toEqual([2, "hybrid"]);
});

test("vectors of another model are not compared", async () => {
  const index = createMemoryIndex();
  const passage = { scope: home, author: "Ann", integrity: "owner", at: now } as const;
  index.add({ ...passage, ref: "1", text: "We adopted a puppy" }, new Float32Array([1, 0]));
  const embedder = { ...embedderOf(0.8, 0.6), id: "test/other" };
  const search = createMemorySearch({ ...index, clock, embedder });
  expect(await search.find({ text: "any pets?", viewer: ann, limit: 1, signal })).toEqual({
    hits: [],
    completeTo: 1,
    mode: "words",
  });
});
