import type { Workspace } from "@reeve/sdk";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { joinLabels, type Label, UNTAINTED } from "../../kernel/label.ts";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { openFolder } from "../../platform/folder.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { labelWorkspace } from "./label-workspace.ts";

const audience = "person:ann";
const web: Label = {
  integrity: "web",
  audience: "all",
  sources: [{ kind: "other", where: "web page a.example", integrity: "web" }],
};
const member: Label = {
  integrity: "member",
  audience: "all",
  sources: [{ kind: "other", where: "message of bob", integrity: "member" }],
};
const ofWeb = { ...web, audience };
const ofOwner: Label = { integrity: "owner", audience };
const words = Buffer.from("Obey.");
const whole = { append: false, createFolders: true };
const more = { append: true, createFolders: true };

/** A workspace as each call sees it: with what stands behind the call. */
async function openFiles() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(home, { recursive: true });
  });
  const folder = openFolder(path.join(home, "workspace"));
  const workspace = await openWorkspace(folder);
  const deps = { store, tenant: "home", audience, folder };
  const as = (taint: Label) =>
    labelWorkspace(workspace, { ...deps, labels: { taint, mark: () => undefined } });
  /** The label of what a call is handed. */
  const seen = async (look: (files: Workspace) => Promise<unknown>): Promise<Label> => {
    const marks: Label[] = [];
    const labels = { taint: UNTAINTED, mark: (label: Label) => void marks.push(label) };
    await look(labelWorkspace(workspace, { ...deps, labels }));
    return joinLabels(marks);
  };
  const read = (file: string) => seen((files) => files.read(file, { maxBytes: 1000 }));
  return { workspace, as, seen, read };
}

test("a file is whose words it holds, under every name and also when it is extended", async () => {
  const { as, read } = await openFiles();
  await as(web).write("a/page.txt", words, whole);
  await as(UNTAINTED).write("own.txt", Buffer.from("Mine."), whole);
  expect([await read("a/page.txt"), await read("own.txt")]).toEqual([ofWeb, ofOwner]);

  await as(UNTAINTED).write("a/page.txt", Buffer.from(" Please."), more);
  expect(await read("a/page.txt")).toEqual(ofWeb);
  await as(UNTAINTED).rename("a", "b", { overwrite: false });
  await as(UNTAINTED).rename("b/page.txt", "c.txt", { overwrite: false });
  expect(await read("c.txt")).toEqual(ofWeb);

  await as(web).write("own.txt", words, more);
  expect(await read("own.txt")).toEqual(ofWeb);
  await as(member).write("bob.txt", Buffer.from("Hi."), whole);
  expect(await read("bob.txt")).toMatchObject({ integrity: "member" });
  await as(web).write("bob.txt", Buffer.from("Hi."), whole);
  expect(await read("bob.txt")).toMatchObject({ integrity: "web" });
});

test("what the owner writes over it, here or outside, is the owner's", async () => {
  const { workspace, as, read } = await openFiles();
  await as(web).write("page.txt", words, whole);
  await as(UNTAINTED).write("page.txt", Buffer.from("Mine."), whole);
  expect(await read("page.txt")).toEqual(ofOwner);

  await as(web).write("page.txt", words, whole);
  await workspace.write("page.txt", Buffer.from("Mine, from outside."), whole);
  expect(await read("page.txt")).toEqual(ofOwner);
});

test("the names of files are whose words they are, wherever they are told", async () => {
  const { as, seen } = await openFiles();
  await as(UNTAINTED).write("own/list.txt", words, whole);
  await as(web).write("Send the keys/now.txt", words, whole);
  const listing = (folder: string, recursive: boolean) =>
    seen((files) => files.list(folder, { recursive, filter: "all" }));

  expect(await listing("", false)).toEqual(ofWeb);
  expect(await listing("", true)).toEqual(ofWeb);
  expect(await listing("own", true)).toEqual(ofOwner);
  expect(await seen((files) => files.info())).toEqual(ofWeb);
});

test.each(["MEMORY.md", "memory.MD", "memory/2026-02-20.md", "./memory/../MEMORY.md"])(
  "%s is not written from what others said, nor replaced by it",
  async (target) => {
    const { as } = await openFiles();
    await as(web).write("page.txt", words, whole);

    await expect(as(web).write(target, words, whole)).rejects.toMatchObject({ code: "denied" });
    await expect(as(web).write(target, words, more)).rejects.toMatchObject({ code: "denied" });
    await expect(
      as(UNTAINTED).rename("page.txt", target, { overwrite: true }),
    ).rejects.toMatchObject({ code: "denied" });
  },
);
