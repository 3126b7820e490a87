import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFeatures } from "../../src/app/features.ts";
import { buildToolbox } from "../../src/app/tools/build-toolbox.ts";
import { labelResult } from "../../src/core/agent/label-result.ts";
import { renderStep, resultsShownIn } from "../../src/core/plans/render-step.ts";
import { applyPlanAnswer, endStep } from "../../src/domains/change-plan.ts";
import { createPlans, savePlan } from "../../src/domains/plans.ts";
import { type ChatId, newId, toId, type TurnId } from "../../src/kernel/ids.ts";
import {
  isLessTrusted,
  joinLabels,
  keyOf,
  type Label,
  labelOfSource,
  type Source,
  UNTAINTED,
} from "../../src/kernel/label.ts";
import { catchUpWith } from "../../src/memory/search/index-messages.ts";
import { createMemorySearch } from "../../src/memory/search.ts";
import { openFolder } from "../../src/platform/folder.ts";
import { openTestSqlite } from "../../src/store/sqlite/testing/open-test-sqlite.ts";
import type { HistoryMessage } from "../../src/store/messages/messages.ts";
import type { Store } from "../../src/store/store.ts";
import { newCall, newMessage, newTurn } from "../../src/store/testing/rows.ts";
import type { Toolbox } from "../../src/tools/toolbox.ts";
import { seedFromEnvironment } from "../crash/sample.ts";

/**
 * Written data has the sources of everything that was read before, and returns them when it is read, however often
 * it was stored, changed, found and summed up in between. A model of sets of sources runs beside the real tools
 * and the real store.
 */
const HISTORIES = process.env["REEVE_PROVE"] === "all" ? 10_000 : 400;
const seed = seedFromEnvironment();

/** Texts of others, which a history reads. */
const SOURCES: readonly Source[] = [
  { kind: "page", where: "a.example", integrity: "web" },
  { kind: "page", where: "b.example", integrity: "web" },
  { kind: "mail", where: "mail of Mallory", integrity: "tool" },
  { kind: "forward", where: "Mallory", integrity: "stranger" },
  { kind: "message", where: "Bob in group Flat", integrity: "member" },
];

const PLACES = ["note", "task", "later", "journal", "file", "job", "reply", "plan"] as const;
type Place = (typeof PLACES)[number];

type Act =
  | { readonly type: "hear"; readonly source: Source }
  | { readonly type: "put"; readonly place: Place }
  | { readonly type: "change"; readonly item: number }
  | { readonly type: "get"; readonly item: number }
  | { readonly type: "find"; readonly item: number }
  | { readonly type: "sum up" }
  | { readonly type: "new session" };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...SOURCES).map((source) => ({ type: "hear" as const, source })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...PLACES).map((place) => ({ type: "put" as const, place })),
  },
  { weight: 2, arbitrary: fc.nat({ max: 9 }).map((item) => ({ type: "change" as const, item })) },
  {
    weight: 4,
    arbitrary: fc.nat({ max: 9 }).map((item) => ({ type: "get" as const, item })),
  },
  { weight: 2, arbitrary: fc.nat({ max: 9 }).map((item) => ({ type: "find" as const, item })) },
  { weight: 1, arbitrary: fc.constant({ type: "sum up" as const }) },
  { weight: 2, arbitrary: fc.constant({ type: "new session" as const }) },
);

interface Item {
  readonly place: Place;
  readonly id: string;
  /** Word that no other item has. */
  readonly mark: string;
  /** Keys of the sources that it must bring back. */
  sources: ReadonlySet<string>;
}

let home: string;
let store: Store;
let toolbox: Toolbox;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "reeve-labels-"));
  store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  const clock = { now: Date.now, timeZone: "UTC" };
  const memorySearch = createMemorySearch({
    passages: store.read.passages,
    search: store.search,
    catchUp: catchUpWith(store),
    clock,
  });
  const folder = openFolder(path.join(home, "workspace"));
  toolbox = await buildToolbox({
    features: createFeatures({ store, clock, newId, timeZone: "UTC", memorySearch, folder }),
    store,
    folder,
    clock,
    timeZone: "UTC",
    memorySearch,
    web: { fetch: () => expect.fail("nothing is fetched") },
  });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

let people = 0;
let marks = 0;

/** Lives through a history of somebody of their own; returns how many items were read back. */
async function live(acts: readonly Act[]): Promise<number> {
  people += 1;
  const person = toId<"person">(`p${people}`);
  const chat = toId<"chat">(`c${people}`);
  await store.commit("configure-owner", async (tx) => {
    const principal = { id: person, tenant: "home", role: "owner", name: "Ann" } as const;
    await tx.people.add(principal, { tenant: "home", channel: "scripted", externalId: person });
    await tx.chats.add({
      id: chat,
      tenant: "home",
      uid: person,
      channel: "scripted",
      externalId: person,
      kind: "direct",
      mode: "steer",
      maxSteps: 6,
    });
  });
  const where = { id: chat, kind: "direct", uid: person } as const;
  const items: Item[] = [];
  let context: Label = UNTAINTED;
  let heard: ReadonlySet<string> = new Set();
  /** The session of what was said, which is over. */
  const ended = toId<"session">(newId());
  const opener = newMessage(`m${people}`, { chat, author: person, state: "answered" });
  await store.commit("open-session", async (tx) => {
    await tx.sessions.start({ id: ended, chat, startedAt: 0 });
    await tx.inbox.add(opener);
  });
  let session = toId<"session">(newId());
  let read = 0;

  const call = async (name: string, args: object): Promise<string> => {
    const tool = toolbox.get(name) ?? expect.fail(`there is no ${name}`);
    const marked: Label[] = [];
    const callId = newId();
    const services = toolbox.services(tool, {
      tenant: "home",
      person,
      chat,
      session,
      call: toId(callId),
      setting: { role: "owner", kind: "direct" },
      labels: { taint: context, mark: (label) => marked.push(label) },
    });
    const signal = AbortSignal.timeout(30_000);
    const params: unknown = tool.params.parse(args);
    const value = await tool.run(params, { ...services, signal, callId });
    const result = JSON.stringify(value);
    // As an agent does: a result may repeat the arguments.
    const label = labelResult(tool, [{ ...context, audience: "all" }, ...marked], where);
    // What changes an item may repeat its name, and nothing that stands in it.
    for (const { mark, sources, place } of tool.effect === "read" ? items : []) {
      if (!result.includes(mark)) continue;
      read += 1;
      checkLabel(label, sources, `${name} read ${mark} of ${place}`);
      heard = new Set([...heard, ...sources]);
    }
    context = joinLabels([context, label]);
    return result;
  };

  const put = async (place: Place, mark: string): Promise<string> => {
    if (place !== "reply" && place !== "plan") return idIn(await call(...putIn(place, mark)));
    const turn = toId<"turn">(newId());
    const planned = newCall(newId(), { tool: "plan_create" });
    await store.commit("settle-turn", async (tx) => {
      const opened = newTurn(turn, { session: ended, chat, openedBy: opener.id });
      await tx.turns.add(opened);
      await tx.turns.addStep(turn, { n: 0, kind: "think", requestId: turn, input: "…" });
      await tx.turns.addCalls(turn, 0, [planned]);
      const end = { state: "settled", endedAt: 1, incident: null, label: context } as const;
      await tx.turns.end(turn, end);
      if (place === "reply") await tx.messages.add(replyOf(turn, chat, `It is ${mark}.`));
    });
    if (place === "reply") return turn;
    const scope = { tenant: "home", person, chat, call: planned.id, labels: { taint: context } };
    const plans = createPlans(store, scope, { now: Date.now, newId, toolOf: () => undefined });
    const steps = Array.from({ length: 20 }, () => ({ description: `Do ${mark}.` }));
    return (await plans.start({ id: newId(), goal: `All of ${mark}`, steps })).plan;
  };

  /** As the turn of a step begins: with its prompt, and the labels of what stands in it. */
  const openStep = async ({ id, mark, sources }: Item): Promise<void> => {
    const plan = (await store.read.plans.byId(toId(id))) ?? expect.fail("there is no plan");
    expect(renderStep(plan, { now: 0, timeZone: "UTC" })).toContain(mark);
    const label = joinLabels([plan.label, ...resultsShownIn(plan).map((shown) => shown.label)]);
    read += 1;
    checkLabel(label, sources, `a step read ${mark}`);
    heard = new Set([...heard, ...sources]);
    context = joinLabels([context, label]);
  };

  /** A step ends with what this turn knows: every other one fails, and is started again. */
  const runStep = async (item: Item): Promise<void> => {
    await openStep(item);
    const plan = (await store.read.plans.byId(toId(item.id))) ?? expect.fail("there is no plan");
    const reached = { isCarriedOut: true, label: context, failures: [], questions: [] };
    const fails = marks % 2 === 1;
    const next = fails
      ? applyPlanAnswer(
          endStep(plan, { ...reached, output: "", type: "failed", reason: "a reason" }),
          "retry",
        )
      : endStep(plan, { ...reached, output: "an output", type: "done" });
    await store.commit("answer-plan", (tx) => savePlan(tx, next));
  };

  for (const one of acts) {
    switch (one.type) {
      case "hear":
        context = joinLabels([context, labelOfSource(one.source, `person:${person}`)]);
        heard = new Set([...heard, keyOf(one.source)]);
        break;
      case "put": {
        marks += 1;
        const mark = `zebra${marks}x`;
        const sources = heard;
        const id = await put(one.place, mark);
        items.push({ place: one.place, id, mark, sources });
        break;
      }
      case "change": {
        const item = items[one.item % items.length];
        const change = item && changeOf(item);
        if (!item || !change) break;
        const sources = new Set([...item.sources, ...heard]);
        await (change === "run a step" ? runStep(item) : call(...change));
        item.sources = sources;
        break;
      }
      case "get": {
        const item = items[one.item % items.length];
        if (item) await (item.place === "plan" ? openStep(item) : call(...getFrom(item)));
        break;
      }
      case "find": {
        const item = items[one.item % items.length];
        if (item) await call("memory_search", { query: item.mark });
        break;
      }
      case "sum up": {
        const label = context;
        session = toId(newId());
        const inheritance = { summary: "As before.", carried: [], label };
        await store.commit("compact", (tx) =>
          tx.sessions.start({ id: session, chat, startedAt: 0, inheritance }),
        );
        context = (await store.read.sessions.open(session))?.inheritance?.label ?? UNTAINTED;
        checkLabel(context, heard, "a summary");
        break;
      }
      case "new session":
        context = UNTAINTED;
        heard = new Set();
        break;
    }
    checkLabel(context, heard, one.type);
  }
  return read;
}

/** A label holds at least these sources, and is no more trusted than any of them. */
function checkLabel(label: Label, sources: ReadonlySet<string>, where: string): void {
  const held = new Set((label.sources ?? []).map(keyOf));
  expect(
    [...sources].filter((key) => !held.has(key)),
    where,
  ).toEqual([]);
  const known = SOURCES.filter((source) => sources.has(keyOf(source)));
  for (const { integrity } of known)
    expect(isLessTrusted({ integrity, audience: "all" }, label.integrity), where).toBe(false);
}

type Call = readonly [name: string, args: object];

function replyOf(turn: TurnId, chat: ChatId, text: string): HistoryMessage {
  return {
    chat,
    messageId: `out-${turn}`,
    edit: 0,
    direction: "out",
    author: "reeve",
    text,
    at: 1,
    turn,
  };
}

function putIn(place: Exclude<Place, "reply" | "plan">, mark: string): Call {
  switch (place) {
    case "note":
      return ["note_create", { text: `About ${mark}.` }];
    case "task":
      return ["task_create", { title: `Do ${mark}` }];
    case "later":
      return ["readlater_save", { text: `About ${mark}.` }];
    case "journal":
      return ["journal_log", { type: "trade", action: "buy", assetTo: "TON", reasoning: mark }];
    case "file":
      return ["workspace_write", { path: `${mark}.txt`, content: `About ${mark}.` }];
    case "job":
      return ["schedule_create", { instructions: `Do ${mark}.`, every: "1h" }];
  }
}

/** The same words again would change nothing. */
function changeOf({ place, id, mark }: Item): Call | "run a step" | undefined {
  marks += 1;
  switch (place) {
    case "note":
      return ["note_update", { id, text: `${mark}, version ${marks}.` }];
    case "task":
      return ["task_update", { id, title: `Do ${mark}, version ${marks}` }];
    case "file":
      return [
        "workspace_write",
        { path: `${mark}.txt`, content: ` Version ${marks}.`, append: true },
      ];
    case "plan":
      return "run a step";
    default:
      return undefined;
  }
}

function getFrom({ place, mark }: Item): Call {
  switch (place) {
    case "note":
      return ["note_list", {}];
    case "task":
      return ["task_list", {}];
    case "later":
      return ["readlater_list", {}];
    case "journal":
      return ["journal_query", {}];
    case "file":
      return ["workspace_read", { path: `${mark}.txt` }];
    case "job":
      return ["schedule_list", {}];
    default:
      return ["session_search", { query: mark }];
  }
}

function idIn(result: string): string {
  return /"id":"?([^",}]+)/.exec(result)?.[1] ?? "";
}

test(
  `nothing lowers a label through stores, searches and summaries (seed ${seed})`,
  { timeout: 1_200_000 },
  async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 30 }), async (acts) => {
        read += await live(acts);
      }),
      { seed, numRuns: HISTORIES },
    );
    // A history that reads nothing back proves nothing.
    expect(read).toBeGreaterThan(2 * HISTORIES);
  },
);
