import { Fault, type Web, type WebPage } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { CallLabels, Label } from "../../kernel/label.ts";
import { movableClock, openAssistantHome } from "../testing/assistant-home.ts";
import { createReadLater } from "./create-read-later.ts";

const noon = "2026-11-21T12:00:00+01:00";
const NOON = Date.parse(noon);
const signal = new AbortController().signal;
const url = "https://example.com/tides";

const page: WebPage = {
  url,
  title: "Tides",
  contentType: "text/html",
  description: "How tides work.",
  text: "The moon pulls.",
};

/** A web of one page, which counts how often it is read. */
function fakeWeb(answer: WebPage | Fault = page) {
  let reads = 0;
  const web: Web = {
    async fetch() {
      reads += 1;
      if (answer instanceof Fault) throw answer;
      return answer;
    },
  };
  return { web, reads: () => reads };
}

async function openReadLater(web?: Web) {
  const home = await openAssistantHome();
  const clock = movableClock(noon);
  const listOf = (owner: typeof home.anns, labels?: CallLabels) =>
    createReadLater(home.store, owner, { ...clock, web, labels });
  return { ...home, clock, listOf, list: listOf(home.anns) };
}

const saved = {
  id: "r1",
  url,
  title: "Tides",
  summary: "How tides work.",
  tags: ["sea"],
  status: "unread",
  createdAt: NOON,
};

test("an address is saved with the title and summary of its page, which is read once", async () => {
  const { web, reads } = fakeWeb();
  await using open = await openReadLater(web);
  const draft = { id: "r1", url, tags: ["sea"] };
  expect(await open.list.save(draft, { signal })).toEqual(saved);
  expect(await open.list.save(draft, { signal })).toEqual(saved);
  expect(reads()).toBe(1);
  expect(await open.list.list({ limit: 9 })).toEqual([saved]);
});

test.each(["missing", "unavailable", "denied", "exhausted"] as const)(
  "a page that is %s is saved by its address alone",
  async (code) => {
    const { web } = fakeWeb(new Fault(code, "no page"));
    await using open = await openReadLater(web);
    expect(await open.list.save({ id: "r1", url, text: "for Jo" }, { signal })).toEqual({
      id: "r1",
      url,
      title: url,
      text: "for Jo",
      tags: [],
      status: "unread",
      createdAt: NOON,
    });
  },
);

test.each([
  ["what is no address", "invalid"],
  ["a call that was stopped", "aborted"],
] as const)("%s saves nothing", async (_what, code) => {
  await using open = await openReadLater(fakeWeb(new Fault(code, "no page")).web);
  await expect(open.list.save({ id: "r1", url }, { signal })).rejects.toMatchObject({ code });
  expect(await open.list.list({ limit: 9 })).toEqual([]);
});

test("a text is saved under its first line", async () => {
  await using open = await openReadLater();
  const text = `On rivers\n${"long ".repeat(50)}`;
  expect(await open.list.save({ id: "r1", text }, { signal })).toEqual({
    id: "r1",
    title: "On rivers",
    text,
    tags: [],
    status: "unread",
    createdAt: NOON,
  });
  const { title } = await open.list.save({ id: "r2", text: "a".repeat(200) }, { signal });
  expect(title).toBe(`${"a".repeat(79)}…`);
});

test("something read leaves the unread ones, once", async () => {
  await using open = await openReadLater(fakeWeb().web);
  await open.list.save({ id: "r1", url, tags: ["sea"] }, { signal });
  open.clock.set("2026-11-21T13:00:00+01:00");
  const done = { ...saved, status: "done", doneAt: open.clock.now() };
  expect(await open.list.finish("r1")).toEqual(done);
  open.clock.set("2026-11-21T14:00:00+01:00");
  expect(await open.list.finish("r1")).toEqual(done);
  expect(await open.list.list({ status: "unread", limit: 9 })).toEqual([]);
  const history = await open.store.read.memoryChanges.list(open.anns, 9);
  expect(history.map(({ kind }) => kind)).toEqual(["reading-changed", "reading-saved"]);
});

test("another person's reading list does not exist", async () => {
  await using open = await openReadLater(fakeWeb().web);
  await open.list.save({ id: "r1", url }, { signal });
  const bobs = open.listOf(open.bobs);
  expect(await bobs.list({ limit: 9 })).toEqual([]);
  await expect(bobs.finish("r1")).rejects.toMatchObject({
    code: "missing",
    message: "Item not found: r1",
  });
});

test("what a page says of itself stays the page's", async () => {
  await using open = await openReadLater(fakeWeb().web);
  await open.list.save({ id: "r1", url }, { signal });
  const marked: Label[] = [];
  const labels: CallLabels = {
    taint: { integrity: "owner", audience: "all" },
    mark: (label) => void marked.push(label),
  };
  await open.listOf(open.anns, labels).list({ limit: 9 });
  expect(marked).toEqual([
    {
      integrity: "web",
      audience: "all",
      sources: [{ kind: "page", where: "example.com/tides", integrity: "web" }],
    },
    { integrity: "owner", audience: "person:ann" },
  ]);
});
