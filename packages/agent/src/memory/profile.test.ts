import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel } from "../llm/testing/scripted-model.ts";
import type { MemoryFact } from "../store/search/facts.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../store/store.ts";
import { addTurn, ann, newFact } from "../store/testing/rows.ts";
import { nextProfile, writeProfile } from "./profile.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const owner = { tenant: "home", person: ann.id };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-profile-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addTurn(store);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function add(...facts: readonly MemoryFact[]): Promise<void> {
  await store.commit("learn", async (tx) => {
    for (const fact of facts) await tx.facts.add(fact);
  });
}

function many(count: number, createdAt: number): readonly MemoryFact[] {
  return Array.from({ length: count }, (_, n) => newFact(`${createdAt}-${n}`, { createdAt }));
}

const also = async () => {};

async function write(text = "Ann is known.") {
  const model = scriptedModel([{ text }]);
  const { signal } = new AbortController();
  const clock = { now: () => 500 };
  const deps = { store, clock, newId: () => "r1", model, clean: (said: string) => said };
  expect(await writeProfile(owner, deps, { signal, also })).toBe("written");
  return model.requests;
}

test("a profile is due after eight new facts, after a day with one, or when a fact is gone", async () => {
  const due = (now: number) => nextProfile({ store, clock: { now: () => now } });
  expect(await due(DAY_MS)).toBe(undefined);
  await add(...many(7, 100));
  expect(await due(100 + DAY_MS - 1)).toBe(undefined);
  expect(await due(100 + DAY_MS)).toEqual(owner);
  await add(newFact("eighth", { createdAt: 101 }));
  expect(await due(102)).toEqual(owner);

  await write();
  expect(await due(500 + 9 * DAY_MS)).toBe(undefined);
  await add(newFact("new", { createdAt: 600 }));
  expect(await due(500 + DAY_MS - 1)).toBe(undefined);
  expect(await due(500 + DAY_MS)).toEqual(owner);
  await store.commit("change-memory", (tx) => tx.profiles.markStale(owner, newFact("eighth").id));
  expect(await due(601)).toEqual(owner);
});

test("nothing is written from what somebody said who is trusted less, until it is confirmed", async () => {
  await add(
    newFact("own", { text: "Ann likes tea." }),
    newFact("claimed", { text: "Ann owes Eve.", integrity: "member" }),
    newFact("vouched", { text: "Eve knows Ann.", integrity: "member", confirmedBy: ann.id }),
    newFact("passing", { text: "Ann is in Rome.", tier: "session" }),
  );
  const [request] = await write("Likes tea.");
  const told = request?.messages[0]?.text ?? "";
  const texts = [...told.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text);
  expect(texts).toEqual(["Eve knows Ann.", "Ann likes tea."]);
  expect(await store.read.profiles.of(owner)).toEqual({
    ...owner,
    fixed: "",
    text: "Likes tea.",
    evidence: ["vouched", "own"],
    updatedAt: 500,
    isStale: false,
  });
});

test("where no fact is left the profile is empty, and no model is asked", async () => {
  await add(newFact("own"));
  await write();
  await store.commit("change-memory", async (tx) => {
    await tx.facts.change(newFact("own").id, { state: "retracted" });
    await tx.profiles.markStale(owner, newFact("own").id);
  });

  expect(await write()).toEqual([]);

  expect(await store.read.profiles.of(owner)).toMatchObject({ text: "", isStale: false });
});

test("what is forgotten while a profile is written does not come back with it", async () => {
  await add(newFact("own"), newFact("secret"));
  await write("Ann is known.");
  await store.commit("change-memory", (tx) => tx.profiles.markStale(owner, newFact("own").id));
  const model = scriptedModel([{ text: "Ann has a secret." }]);
  const forgetful = {
    ...model,
    async *stream(...request: Parameters<typeof model.stream>) {
      await store.commit("change-memory", (tx) =>
        tx.facts.change(newFact("secret").id, { state: "retracted" }),
      );
      yield* model.stream(...request);
    },
  };
  const deps = { store, clock: { now: () => 600 }, newId: () => "r2", clean: String };
  const costs: string[] = [];
  const written = await writeProfile(
    owner,
    { ...deps, model: forgetful },
    {
      signal: new AbortController().signal,
      also: async (_tx, { spent }) => void costs.push(...spent.map(({ model: id }) => id)),
    },
  );

  expect([written, costs.length]).toEqual(["changed", 1]);
  expect(await store.read.profiles.of(owner)).toMatchObject({
    text: "Ann is known.",
    isStale: true,
  });
});
