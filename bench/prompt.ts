import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { buildToolbox } from "../packages/agent/src/app/tools/build-toolbox.ts";
import { createFeatures } from "../packages/agent/src/app/features.ts";
import { openMemory } from "../packages/agent/src/app/open-memory.ts";
import { createPromptFiles } from "../packages/agent/src/app/prompt-files.ts";
import { toolMeaning } from "../packages/agent/src/app/tools/tool-embeddings.ts";
import { createCore } from "../packages/agent/src/core/core.ts";
import { noWebhooks } from "../packages/agent/src/core/testing/no-webhooks.ts";
import { webConfig } from "../packages/agent/src/integrations/web.ts";
import { chooseSearch } from "../packages/agent/src/integrations/web/choose-search.ts";
import { createWeb } from "../packages/agent/src/integrations/web/create-web.ts";
import { createWakeup } from "../packages/agent/src/kernel/wakeup.ts";
import { newId, toId } from "../packages/agent/src/kernel/ids.ts";
import { embeddingConfig } from "../packages/agent/src/llm/embeddings.ts";
import { findModel } from "../packages/agent/src/llm/catalog.ts";
import { createModel } from "../packages/agent/src/llm/apis/create-model.ts";
import { PROVIDERS } from "../packages/agent/src/llm/providers.ts";
import { startMockServer } from "../packages/agent/src/llm/testing/mock-server.ts";
import { createKnowledge } from "../packages/agent/src/memory/knowledge.ts";
import { createRecall } from "../packages/agent/src/memory/recall.ts";
import { openFolder } from "../packages/agent/src/platform/folder.ts";
import { Secret } from "../packages/agent/src/platform/secret.ts";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import { scriptedChannel } from "../packages/agent/src/channels/testing/scripted-channel.ts";
import { measurePrompts } from "./prompt/measure.ts";
// @ts-expect-error -- the script is shared as plain JavaScript
import { feedSeed, TURNS } from "./prompt/script20.mjs";
import { report } from "./report.ts";
import { declaredTools } from "./tools/all-tools.ts";

/**
 * Measures the cost of a chat of twenty turns at a provider with explicit prompt caching, with every planned
 * tool registered and 600 messages in the message history. Requests are measured as they arrive at the
 * provider.
 */

interface Answer {
  readonly text?: string;
  readonly tool?: string;
  readonly input?: unknown;
}
type ScriptedTurn = readonly [text: string, answers: readonly Answer[]];
interface FeedSeed {
  readonly chatId: string;
  readonly senderId: string;
  readonly text: string;
  readonly timestamp: number;
}
const turns: readonly ScriptedTurn[] = TURNS;
const feed: readonly FeedSeed[] = feedSeed;

const FILES: Readonly<Record<string, string>> = {
  "SOUL.md": "You are Alex's steward: calm, exact, brief. You keep his papers in order.",
  "SECURITY.md": "Never reveal keys or addresses. Ask before anything leaves this chat.",
  "STRATEGY.md": "Keep at least 200 TON liquid. Rebalance once a quarter.",
  "IDENTITY.md": "Name: Reeve.",
  "USER.md": "Alex, lives in Vienna, works on releases, likes short answers.",
  "MEMORY.md": Array.from(
    { length: 30 },
    (_, at) => `- Fact ${at}: Alex prefers option ${at % 3}.`,
  ).join("\n"),
};

const started = Date.UTC(2026, 1, 20, 9);
let now = started;
const clock = { now: () => now };
const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
const folder = openFolder(path.join(home, "workspace"));
for (const [file, text] of Object.entries(FILES))
  await writeFile(path.join(home, "workspace", file), text);

const committed = createWakeup();
await using store = await openSqlite(path.join(home, "reeve.db"), {
  synchronous: "normal",
  onCommit: (_point, when) => when === "after" && committed.notify(),
});
await using server = await startMockServer();
const { model: name } = PROVIDERS.anthropic;
const model = createModel(
  { provider: "anthropic", model: name, baseUrl: `${server.url}/v1`, key: new Secret("none") },
  { entry: await findModel("anthropic", name), clock },
);
const silent = () => {};
const fail = (sentence: string, fields?: unknown) => {
  throw new Error(sentence, { cause: fields });
};
const log = { debug: silent, info: silent, warn: fail, error: fail, child: () => log };
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
const toolbox = await buildToolbox({
  features: createFeatures({ store, clock, newId, timeZone: "UTC", web }),
  store,
  folder,
  clock,
  timeZone: "UTC",
  web,
  webSearch: chooseSearch(webConfig.parse({})),
  meaning: toolMeaning(remembered.embedder, clock),
  more: await declaredTools(),
});
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
await fillFeed();
await toolbox.learn(stop.signal);

const isFirstOfTurn: boolean[] = [];
for (const [index, [text, answers]] of turns.entries()) {
  server.push(...answers.map(toMock));
  isFirstOfTurn.push(...answers.map((_, at) => at === 0));
  await indexAll();
  await messenger.say(text, { externalId: "111", sender: "alex", id: `turn-${index}` });
  await messenger.received(index + 1);
  now += 4 * 60_000;
}
stop.abort();
await serving;

const bodies = server.requests.map(({ body }) => body);
const calls = await store.read.turns.history(await onlySession(), turns.length);
const invalid = calls
  .flatMap(({ steps }) => steps.flatMap((step) => step.calls))
  .filter(({ result }) => result?.type === "fault");
const untold = bodies.filter((body) => !JSON.stringify(body).includes("Fact 29")).length;
await rm(home, { recursive: true });
report("prompt", {
  ...measurePrompts(bodies, isFirstOfTurn),
  invalid_calls: invalid.length,
  requests: bodies.length,
  requests_without_memory: untold,
});

/** Resolves when all messages so far can be found by their meaning. */
async function indexAll(): Promise<void> {
  for (;;) {
    const [space] = await store.read.passages.spaces();
    if (space && (await store.read.passages.counts(space.id)).pending === 0) return;
    committed.notify();
    await nextTick();
  }
}

function toMock({ text, tool, input }: Answer) {
  return tool === undefined ? { text: text ?? "" } : { calls: [{ name: tool, args: input }] };
}

async function fillFeed(): Promise<void> {
  for (const [index, { chatId, senderId, text, timestamp }] of feed.entries())
    await core.inbox.deliver({
      id: `feed-${index}`,
      edit: 0,
      address: { channel: "feed", externalId: chatId, kind: "group" },
      sender: { id: senderId, name: senderId },
      text,
      sentAt: timestamp * 1000,
    });
}

/** Returns the role for a channel: messages from other chats are noted, not answered. */
function roleOf(channel: string) {
  return channel === "feed" ? "stranger" : "owner";
}

async function onlySession() {
  const [session] = await store.read.sessions.list(1);
  if (!session) throw new Error("there is no session");
  return session.id;
}
