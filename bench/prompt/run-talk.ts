import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Tool, WebSearch } from "@reeve/sdk";
import { catalog } from "../../packages/agent/src/app/catalog.gen.ts";
import { createFeatures } from "../../packages/agent/src/app/features.ts";
import { openMemory } from "../../packages/agent/src/app/open-memory.ts";
import { createPromptFiles } from "../../packages/agent/src/app/prompt-files.ts";
import {
  buildToolbox,
  type ToolboxDeps,
} from "../../packages/agent/src/app/tools/build-toolbox.ts";
import { toolMeaning } from "../../packages/agent/src/app/tools/tool-embeddings.ts";
import { scriptedChannel } from "../../packages/agent/src/channels/testing/scripted-channel.ts";
import { createCore } from "../../packages/agent/src/core/core.ts";
import { noWebhooks } from "../../packages/agent/src/core/testing/no-webhooks.ts";
import { webConfig } from "../../packages/agent/src/integrations/web.ts";
import { createWeb } from "../../packages/agent/src/integrations/web/create-web.ts";
import { newId, toId } from "../../packages/agent/src/kernel/ids.ts";
import { createWakeup } from "../../packages/agent/src/kernel/wakeup.ts";
import { createModel } from "../../packages/agent/src/llm/apis/create-model.ts";
import { findModel } from "../../packages/agent/src/llm/catalog.ts";
import { embeddingConfig } from "../../packages/agent/src/llm/embeddings.ts";
import { startMockServer } from "../../packages/agent/src/llm/testing/mock-server.ts";
import { createKnowledge } from "../../packages/agent/src/memory/knowledge.ts";
import { createRecall } from "../../packages/agent/src/memory/recall.ts";
import { openFolder } from "../../packages/agent/src/platform/folder.ts";
import { Secret } from "../../packages/agent/src/platform/secret.ts";
import { openSqlite } from "../../packages/agent/src/store/sqlite/open.ts";
import { declaredTools } from "../tools/all-tools.ts";
import type { WireBody } from "./measure.ts";
import { toMockAnswer } from "./to-mock-answer.ts";

/** Response of the model to one request. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly tool?: string;
  readonly input?: unknown;
}

export type ScriptedTurn = readonly [text: string, answers: readonly ScriptedAnswer[]];

export interface HistoryMessage {
  readonly chatId: string;
  readonly senderId: string;
  readonly text: string;
  readonly timestamp: number;
}

export interface Talk {
  readonly turns: readonly ScriptedTurn[];
  /** Provider and model that it is sent to. */
  readonly provider: string;
  readonly model: string;
  /** Files of the workspace, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further tools, by server. */
  readonly servers?: ReadonlyMap<string, readonly Tool[]>;
  /** Requests for which tools are only looked for. */
  readonly requests?: readonly string[];
  /** Messages of other chats that were noted before. */
  readonly feed?: readonly HistoryMessage[];
}

export interface RunTalk {
  /** Bodies of the requests as they arrived at the provider. */
  readonly bodies: readonly WireBody[];
  /** For each request, whether it is the first of its turn. */
  readonly isFirstOfTurn: readonly boolean[];
  /** Calls that ended with a fault. */
  readonly invalidCalls: number;
  /** Calls of tools that their request neither held nor described. */
  readonly unknownCalls: number;
  /** Tools on offer to the owner. */
  readonly tools: number;
  /** Names of the tools that each of `requests` finds. */
  readonly found: readonly (readonly string[])[];
}

const TURN_MS = 4 * 60_000;

/** Runs a talk of the owner with the agent, with every tool of the contract registered, in a home of its own. */
export async function runTalk({
  turns,
  provider,
  model: name,
  files = {},
  feed = [],
  servers = new Map(),
  requests = [],
}: Talk): Promise<RunTalk> {
  let now = Date.UTC(2026, 1, 20, 9);
  const clock = { now: () => now };
  const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
  const folder = openFolder(path.join(home, "workspace"));
  for (const [file, text] of Object.entries(files))
    await writeFile(path.join(home, "workspace", file), text);

  const committed = createWakeup();
  await using store = await openSqlite(path.join(home, "reeve.db"), {
    synchronous: "normal",
    onCommit: (_point, when) => when === "after" && committed.notify(),
  });
  const expected = turns.flatMap(([, answers]) => answers);
  const isFirstOfTurn = turns.flatMap(([, answers]) => answers.map((_, at) => at === 0));
  let unknownCalls = 0;
  let at = 0;
  await using server = await startMockServer({
    answer: ({ body }) => {
      const { answer, isUnknown } = toMockAnswer(expected[at++] ?? {}, body);
      if (isUnknown) unknownCalls += 1;
      return answer;
    },
  });
  const model = createModel(
    { provider, model: name, baseUrl: `${server.url}/v1`, key: new Secret("none") },
    { entry: await findModel(provider, name), clock },
  );
  const messenger = scriptedChannel({ name: "telegram-bot" });
  const remembered = openMemory({
    store,
    wakeup: committed,
    folder,
    root: path.join(home, "workspace"),
    owner: { id: toId("alex"), tenant: "home", role: "owner", name: "Alex" },
    config: embeddingConfig.parse({}),
    env: {},
    clock,
    timeZone: "UTC",
    log,
  });
  const web = createWeb(webConfig.parse({}));
  const toolbox = await wholeToolbox({
    features: createFeatures({ store, clock, newId, timeZone: "UTC", folder, web }),
    store,
    folder,
    clock,
    timeZone: "UTC",
    web,
    webSearch,
    memorySearch: remembered.search,
    meaning: toolMeaning(remembered.embedder, clock),
  });
  for (const [source, tools] of servers) toolbox.replace(`mcp:${source}`, { tools });
  const memory = createKnowledge(folder, { clock: { ...clock, timeZone: "UTC" } });
  const core = createCore({
    store,
    model,
    toolbox,
    log,
    clock,
    newId,
    webhooks: noWebhooks,
    upkeep: [remembered],
    operations: [],
    recall: createRecall({ search: remembered.search, feed: store.read.messages }),
    promptFiles: createPromptFiles(folder, memory),
    policy: {
      ownerName: "Alex",
      intake: { tenant: "home", roleOf, newChat: { mode: "steer", maxSteps: 5 } },
      turns: { approvalMs: 86_400_000, timeZone: "UTC" },
      limits: { timeoutMs: 30_000, maxResultChars: 50_000 },
    },
  });
  const stop = new AbortController();
  const serving = core.serve([messenger], stop.signal);
  for (const [index, { chatId, senderId, text, timestamp }] of feed.entries())
    await core.inbox.deliver({
      id: `feed-${index}`,
      edit: 0,
      address: { channel: "feed", externalId: chatId, kind: "group" },
      sender: { id: senderId, name: senderId },
      text,
      sentAt: timestamp * 1000,
    });
  await toolbox.learn(stop.signal);

  /** Resolves when all messages so far can be found by their meaning. */
  async function indexAll(): Promise<void> {
    for (;;) {
      const [space] = await store.read.passages.spaces();
      if (space && (await store.read.passages.counts(space.id)).pending === 0) return;
      committed.notify();
      await nextTick();
    }
  }

  for (const [index, [text]] of turns.entries()) {
    await indexAll();
    await messenger.say(text, { externalId: "111", sender: "alex", id: `turn-${index}` });
    await messenger.received(index + 1);
    now += TURN_MS;
  }
  const offer = toolbox.offer({ role: "owner", kind: "direct" });
  const found: (readonly string[])[] = [];
  for (const request of requests) {
    const hits = await toolbox.search(offer, request, {
      limit: 10,
      minScore: 0.3,
      signal: stop.signal,
    });
    found.push(hits.map(({ name: tool }) => tool));
  }
  stop.abort();
  await serving;

  const [session] = await store.read.sessions.list(1);
  if (!session) throw new Error("there is no session");
  const calls = (await store.read.turns.history(session.id, turns.length))
    .flatMap(({ steps }) => steps.flatMap((step) => step.calls))
    .filter(({ result }) => result?.type === "fault");
  await rm(home, { recursive: true });
  return {
    bodies: server.requests.map(({ body }) => body),
    isFirstOfTurn,
    invalidCalls: calls.length,
    unknownCalls,
    tools: offer.length,
    found,
  };
}

/** With the tools whose services are missing here, too: they are offered and found, and do nothing. */
async function wholeToolbox(deps: ToolboxDeps) {
  const declared = await declaredTools();
  const { awaited } = await buildToolbox({ ...deps, more: declared });
  const missing = new Set(awaited.map(({ name }) => name));
  const idle = catalog.filter(({ name }) => missing.has(name));
  return buildToolbox({
    ...deps,
    more: [...declared, ...idle.map((tool) => ({ ...tool, needs: [] }))],
  });
}

/** Three pages, as engines return them. */
const webSearch: WebSearch = {
  search: async (query) => ({
    results: ["official site", "visitor guide", "opening hours"].map((title, at) => ({
      title: `${query}: ${title}`,
      url: `https://example.org/${at}`,
      snippet: "Open daily from 10:00 to 18:00, on Sundays until 17:00. A ticket costs 9 euros.",
    })),
  }),
};

const silent = () => {};
const fail = (sentence: string, fields?: unknown) => {
  throw new Error(sentence, { cause: fields });
};
const log = { debug: silent, info: silent, warn: fail, error: fail, child: () => log };

/** Returns the role for a channel: messages from other chats are noted, not answered. */
function roleOf(channel: string) {
  return channel === "feed" ? "stranger" : "owner";
}
