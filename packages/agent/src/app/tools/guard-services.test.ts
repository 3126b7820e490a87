import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Address } from "../../kernel/envelope.ts";
import { newId, toId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { createKnowledge } from "../../memory/knowledge.ts";
import { openFolder } from "../../platform/folder.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { createFeatures, featureServices } from "../features.ts";
import { guardServices } from "./guard-services.ts";

const NOON = Date.UTC(2026, 0, 31, 12);

async function openServices() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(home, { recursive: true });
  });
  const folder = openFolder(path.join(home, "workspace"));
  const workspace = await openWorkspace(folder);
  const clock = { now: () => NOON, timeZone: "UTC" };
  const owner = { tenant: "home", person: toId<"person">("ann") };
  await store.commit("configure-owner", async (tx) => {
    await tx.people.add(
      { id: owner.person, tenant: "home", role: "owner", name: "Ann" },
      { tenant: "home", channel: "cli", externalId: "ann" },
    );
    await tx.chats.add({
      id: toId("p"),
      tenant: "home",
      uid: "ann",
      channel: "cli",
      externalId: "p",
      kind: "direct",
      mode: "steer",
      maxSteps: 5,
    });
  });
  const factories = {
    ...featureServices(createFeatures({ store, clock, newId, timeZone: "UTC", folder })),
    ...guardServices(
      {
        workspace: () => workspace,
        memory: () => createKnowledge(folder, { clock }),
      },
      folder,
    ),
  };
  return (kind: Address["kind"], role: Role) => {
    const at = {
      chat: toId<"chat">("p"),
      session: toId<"session">("s"),
      call: toId<"call">("c"),
    };
    const scope = { ...owner, ...at, setting: { kind, role } };
    return {
      workspace: factories.workspace?.(scope),
      memory: factories.memory?.(scope),
      notes: factories.notes?.(scope),
      journal: factories.journal?.(scope),
      tasks: factories.tasks?.(scope),
      readLater: factories.readLater?.(scope),
      reminders: factories.reminders?.(scope),
      briefing: factories.briefing?.(scope),
    };
  };
}

const trade = {
  key: "k",
  type: "trade",
  action: "buy",
  reasoning: "cheap",
  outcome: "pending",
} as const;

test("what is written in a group is read by its owner alone", async () => {
  const servicesIn = await openServices();
  const group = servicesIn("group", "owner");
  await group.memory?.append({ target: "persistent", content: "Likes tea.", key: "k" });
  await group.notes?.create({ id: "n", text: "Buy tea." });
  await group.journal?.log(trade);

  for (const look of [
    group.memory?.readPersistent(),
    group.memory?.readDaily(),
    group.memory?.readRecent(),
    group.memory?.list(),
    group.notes?.list({ limit: 1 }),
    group.notes?.search("tea", { limit: 1 }),
    group.notes?.count(),
    group.notes?.update("n", { title: "t" }),
    group.notes?.remove("n"),
    group.journal?.query({ limit: 1 }),
    group.journal?.update(1, { outcome: "profit" }),
    group.workspace?.read("MEMORY.md", { maxBytes: 1000 }),
  ])
    await expect(look).rejects.toMatchObject({ code: "denied" });

  const alone = servicesIn("direct", "owner");
  expect(await alone.memory?.readPersistent()).toContain("Likes tea.");
  expect(await alone.notes?.list({ limit: 1 })).toMatchObject([{ id: "n", text: "Buy tea." }]);
  expect(await alone.journal?.query({ limit: 1 })).toMatchObject({ entries: [{ action: "buy" }] });
  expect(await alone.workspace?.read("MEMORY.md", { maxBytes: 1000 })).toBeInstanceOf(Uint8Array);
});

test("what a person keeps for themselves is added to in a group, and shown and changed alone", async () => {
  const servicesIn = await openServices();
  const { signal } = new AbortController();
  const group = servicesIn("group", "owner");
  await group.tasks?.create({ id: "t", title: "Buy tea" });
  await group.readLater?.save({ id: "l", text: "On tea" }, { signal });
  await group.reminders?.create({ id: "r", text: "tea", at: "2026-02-01 17:00" });

  for (const look of [
    () => group.tasks?.list({ limit: 1 }),
    () => group.tasks?.update("t", { title: "Buy milk" }),
    () => group.tasks?.remove("t", { key: "c" }),
    () => group.readLater?.list({ limit: 1 }),
    () => group.readLater?.finish("l"),
    () => group.reminders?.list({ limit: 1 }),
    () => group.reminders?.cancel("r"),
    () => group.reminders?.snooze("r", { until: "2026-02-02 17:00", key: "c" }),
    () => group.briefing?.get({}),
  ])
    await expect(look()).rejects.toMatchObject({ code: "denied" });

  const alone = servicesIn("direct", "owner");
  expect(await alone.tasks?.list({ limit: 9 })).toMatchObject([{ id: "t", title: "Buy tea" }]);
  expect(await alone.readLater?.list({ limit: 9 })).toMatchObject([{ id: "l", status: "unread" }]);
  expect(await alone.reminders?.list({ limit: 9 })).toMatchObject([{ id: "r", text: "tea" }]);
  expect((await alone.briefing?.get({}))?.sections).toEqual([
    { title: "Reading list", lines: ["On tea"] },
  ]);
});

test("a member adds to the owner's memory and reads nothing of it, but their own notes", async () => {
  const servicesIn = await openServices();
  const { memory, notes } = servicesIn("direct", "member");
  await memory?.append({ target: "persistent", content: "Bob likes tea.", key: "k" });
  await notes?.create({ id: "n", text: "Buy tea." });

  await expect(memory?.readPersistent()).rejects.toMatchObject({ code: "denied" });
  await expect(memory?.list()).rejects.toMatchObject({ code: "denied" });
  expect(await notes?.search("tea", { limit: 1 })).toMatchObject([{ id: "n" }]);
  expect(await servicesIn("direct", "owner").memory?.readPersistent()).toContain("Bob likes tea.");
});

test("files of the workspace are read by nobody but the owner, whatever tool asks for them", async () => {
  const servicesIn = await openServices();
  const alone = servicesIn("direct", "owner").workspace;
  await alone?.write("a.txt", Buffer.from("words"), { append: false, createFolders: true });

  for (const role of ["admin", "member", "guest", "stranger"] as const) {
    const workspace = servicesIn("direct", role).workspace;
    for (const look of [
      () => workspace?.read("a.txt", { maxBytes: 1000 }),
      () => workspace?.list("", { recursive: true, filter: "all" }),
      () => workspace?.stat("a.txt"),
      () => workspace?.digest("a.txt"),
      () => workspace?.info(),
    ])
      await expect(look()).rejects.toMatchObject({ code: "denied" });
  }
  expect(await alone?.read("a.txt", { maxBytes: 1000 })).toEqual(Buffer.from("words"));
});
