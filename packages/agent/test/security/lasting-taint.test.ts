import { sessions as sessionOperations } from "@reeve/operations/work/sessions";
import { askAs } from "../../src/operations/ask.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../src/kernel/ids.ts";
import type { ResponseCall } from "../../src/llm/model.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { seedFromEnvironment } from "../crash/sample.ts";
import { type Lab, openLab } from "./open-lab.ts";

/**
 * Words of a page are carried from one keeping to the next, through sessions and
 * summaries: wherever they show up again, they are the page's. `npm run prove` takes more ways.
 */
const WAYS = process.env["REEVE_PROVE"] === "all" ? 150 : 12;
const PAGE = "https://news.example/today";
const MARK = "zebra 77 crossing";

const seed = seedFromEnvironment();

interface Keeping {
  readonly put: readonly ResponseCall[];
  readonly get: ResponseCall;
}

const file = (path: string, more: object = {}): ResponseCall => ({
  name: "workspace_write",
  args: { path, content: `It says: ${MARK}.`, ...more },
});

const KEEPINGS: Readonly<Record<string, Keeping>> = {
  note: {
    put: [{ name: "note_create", args: { text: `Page: ${MARK}` } }],
    get: { name: "note_search", args: { query: "page" } },
  },
  journal: {
    put: [
      {
        name: "journal_log",
        args: { type: "trade", action: "buy", assetTo: "TON", reasoning: MARK },
      },
    ],
    get: { name: "journal_query", args: {} },
  },
  memory: {
    put: [{ name: "memory_write", args: { target: "persistent", content: MARK } }],
    get: { name: "memory_read", args: { target: "persistent" } },
  },
  log: {
    put: [{ name: "memory_write", args: { target: "daily", content: MARK } }],
    get: { name: "memory_read", args: { target: "daily" } },
  },
  file: {
    put: [file("a/page.txt")],
    get: { name: "workspace_read", args: { path: "a/page.txt" } },
  },
  "a file that is extended": {
    put: [
      file("b.txt"),
      { name: "workspace_write", args: { path: "b.txt", content: "!", append: true } },
    ],
    get: { name: "workspace_read", args: { path: "b.txt" } },
  },
  "a file that is moved": {
    put: [
      file("c/d.txt"),
      { name: "workspace_rename", args: { from: "c", to: "e", overwrite: true } },
      { name: "workspace_rename", args: { from: "e/d.txt", to: "c.txt", overwrite: true } },
    ],
    get: { name: "workspace_read", args: { path: "c.txt" } },
  },
  "what the agent is told of its owner": {
    put: [file("USER.md")],
    get: { name: "workspace_read", args: { path: "USER.md" } },
  },
};

test(`tainted words stay tainted on every way (seed ${seed})`, { timeout: 600_000 }, async () => {
  const ways = fc.array(fc.constantFrom(...Object.keys(KEEPINGS)), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(ways, fc.boolean(), async (way, isShort) => {
      await follow(way, isShort ? 4 : undefined);
    }),
    { seed, numRuns: WAYS },
  );
});

async function follow(way: readonly string[], compactMessages: number | undefined): Promise<void> {
  const plan: { calls: readonly ResponseCall[] } = { calls: [] };
  const systems: string[] = [];
  const model = scriptedModel(({ system, messages }) => {
    systems.push(system.join("\n"));
    const at = messages.findLastIndex(({ role }) => role === "user");
    const done = messages.slice(at).filter(({ role }) => role === "tool").length;
    const next = plan.calls[done];
    return next ? { calls: [next] } : { text: "Done." };
  });
  await using lab = await openLab({
    model,
    pages: { [PAGE]: `Much is said, also ${MARK}.` },
    ...(compactMessages !== undefined && { compactMessages }),
  });
  let read: ResponseCall = { name: "web_fetch", args: { url: PAGE } };
  for (const name of way) {
    const keeping = KEEPINGS[name];
    if (!keeping) throw new Error(`there is no keeping ${name}`);
    plan.calls = [read, ...keeping.put];
    await lab.say("Go on.");
    await newSession(lab);
    read = keeping.get;
  }
  plan.calls = [read];
  await lab.say("What was it?");

  const calls = await callsWith(lab);
  expect(calls.length, way.join(", ")).toBeGreaterThan(way.length);
  expect(calls.filter(({ label }) => !label || label.integrity === "owner")).toEqual([]);
  expect(systems.filter((text) => text.includes(MARK))).toEqual([]);
}

test("what a result says that was shortened since is still whose it was", async () => {
  const plan: { calls: readonly ResponseCall[] } = { calls: [] };
  const told: string[] = [];
  const model = scriptedModel(({ messages }) => {
    told.splice(0, told.length, ...messages.map(({ text }) => text));
    const at = messages.findLastIndex(({ role }) => role === "user");
    const done = messages.slice(at).filter(({ role }) => role === "tool").length;
    const next = plan.calls[done];
    return next ? { calls: [next] } : { text: "Done." };
  });
  await using lab = await openLab({ model, pages: { [PAGE]: `Much is said, also ${MARK}.` } });
  plan.calls = [{ name: "web_fetch", args: { url: PAGE } }];
  await lab.say("What is new?");
  const own = { path: "own.txt", content: "What I said myself. ".repeat(80) };
  plan.calls = [{ name: "workspace_write", args: own }];
  await lab.say(`Save ${own.content} in own.txt.`);
  plan.calls = [{ name: "workspace_read", args: { path: own.path } }];
  for (let n = 0; n < 40 && told.some((text) => text.includes(MARK)); n += 1)
    await lab.say("Once more.");
  expect(told.filter((text) => text.includes(MARK))).toEqual([]);

  plan.calls = [{ name: "note_create", args: { text: `Page: ${MARK}` } }];
  await lab.say("Note it.");
  const notes = await lab.store.read.notes.list({ tenant: "home", person: toId("owner") }, 9);
  expect(notes.map(({ label }) => label?.integrity)).toEqual(["web"]);
});

/** Returns the calls whose results hold the words of the page. */
async function callsWith({ store }: Lab) {
  const sessions = await store.read.sessions.list(50);
  const turns = await Promise.all(sessions.map(({ id }) => store.read.turns.history(id, 50)));
  return turns
    .flat()
    .flatMap(({ steps }) => steps.flatMap(({ calls }) => calls))
    .filter(({ result }) => result?.type === "value" && result.text.includes(MARK));
}

async function newSession({ core, store }: Lab): Promise<void> {
  const person = await store.read.people.byId(toId("owner"));
  if (!person) throw new Error("there is no owner");
  await askAs(core.control, { person, channel: "scripted", externalId: "1" })(
    sessionOperations.new,
    {},
  );
}
