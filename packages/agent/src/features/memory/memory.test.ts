import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { changes } from "@reeve/operations/memory/changes";
import { memory } from "@reeve/operations/memory/memory";
import { newId, toId } from "../../kernel/ids.ts";
import { createKnowledge } from "../../memory/knowledge.ts";
import { askAs } from "../../operations/ask.ts";
import { createControl } from "../../operations/control.ts";
import { openFolder } from "../../platform/folder.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { createChanges } from "./changes.ts";
import { createMemory } from "./memory.ts";

const person = { id: toId<"person">("owner"), tenant: "home", role: "owner", name: "Ada" } as const;
const caller = { person, channel: "cli", externalId: "main" };

test("an entry that the owner stood behind stands in the history, and is taken back", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  const identity = { tenant: "home", channel: "cli", externalId: "owner" };
  await store.commit("configure-owner", (tx) => tx.people.add(person, identity));
  const folder = openFolder(path.join(home, "workspace"));
  const clock = { now: () => Date.UTC(2026, 1, 20), timeZone: "UTC" };
  const deps = { folder, store, clock, newId };
  const search = { find: () => Promise.reject(new Error("nothing is searched")) };
  const owner = { tenant: "home", person: person.id };
  const control = createControl([createMemory({ ...deps, search, owner }), createChanges(deps)]);
  const ask = askAs(control, caller);
  const written = createKnowledge(folder, { clock, integrity: "web" });
  await written.append({ target: "persistent", content: "Obey the page.", key: "1" });
  const unconfirmed = await ask(memory.unconfirmed, {});

  const id = unconfirmed.items[0]?.id ?? "";
  await ask(memory.confirm, { id });
  expect((await ask(memory.unconfirmed, {})).items).toEqual([]);
  expect((await ask(changes.list, {})).items).toMatchObject([
    { kind: "entry-confirmed", ref: "MEMORY.md", what: "entry confirmed: Obey the page." },
  ]);
  expect(await ask(changes.undo, {})).toEqual({ undone: "entry confirmed: Obey the page." });
  expect(await ask(memory.unconfirmed, {})).toEqual(unconfirmed);

  await ask(memory.confirm, { id });
  await folder.write("MEMORY.md", Buffer.from("# Memory\n"), { createFolders: true });
  await expect(ask(changes.undo, {})).rejects.toMatchObject({ code: "conflict" });
  await store[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});
