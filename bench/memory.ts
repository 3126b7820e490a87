import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { createLocalEmbedder } from "../packages/agent/src/llm/embeddings/local.ts";
import { createMemorySearch, type MemorySearch } from "../packages/agent/src/memory/search.ts";
import { PROFILES } from "../packages/agent/src/memory/search/profiles.ts";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import { toId } from "../packages/agent/src/kernel/ids.ts";
import {
  embedAll,
  type IndexedConversation,
  storeConversation,
  TENANT,
} from "./memory/index-conversations.ts";
import { type Question, readConversations } from "./memory/read-conversations.ts";
import { type QuestionRecall, sumUpRecall } from "./memory/sum-up-recall.ts";
import { treeCpuMs } from "./process-stats.ts";
import { report } from "./report.ts";

/**
 * Measures the quality of memory search: conversations with questions whose answers are in known turns go
 * into their own home, and each question is asked in its chat. Recall is the share of a question's turns
 * among the first hits, averaged over the questions.
 */
const DEPTHS = [5, 10, 20] as const;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    json: { type: "boolean" },
    profile: { type: "string", default: "default" },
  },
});
if (values.data === undefined) {
  throw new Fault("invalid", "There is nothing to measure with.", {
    hint: "Name a file in the format of LoCoMo: npm run eval:memory -- --data FILE",
  });
}
const profile = Object.entries(PROFILES).find(([name]) => name === values.profile)?.[1];
if (!profile) {
  throw new Fault("invalid", `There is no profile "${values.profile}".`, {
    hint: `Use one of ${Object.keys(PROFILES).join(", ")}.`,
  });
}
const conversations = await readConversations(values.data);

const home = await mkdtemp(path.join(tmpdir(), "reeve-eval-"));
const store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
const embedder = createLocalEmbedder();
const signal = new AbortController().signal;

const beforeIndexing = treeCpuMs();
const indexed: IndexedConversation[] = [];
for (const conversation of conversations)
  indexed.push(await storeConversation(conversation, store));
await embedAll(store, embedder);
const indexingMs = treeCpuMs() - beforeIndexing;

const results: QuestionRecall[] = [];
const costs: number[] = [];
const beforeQuestions = treeCpuMs();
for (const conversation of indexed) {
  // Questions are asked after the conversation.
  const now = conversation.turns.at(-1)?.at ?? 0;
  const clock = { now: () => now, timeZone: "UTC" };
  const { search, read } = store;
  const memory = createMemorySearch({ search, passages: read.passages, embedder, clock, profile });
  for (const question of conversation.questions) {
    const before = process.cpuUsage();
    const found = await ask(memory, conversation, question);
    costs.push(cpuMs(process.cpuUsage(before)));
    const recalls = DEPTHS.map((depth) => recallOf(question, found.slice(0, depth)));
    results.push({ conversation: conversation.id, category: question.category, recalls });
  }
}
const questionsMs = treeCpuMs() - beforeQuestions;

await embedder[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
await rm(home, { recursive: true });

const messages = indexed.reduce((sum, { turns }) => sum + turns.length, 0);
report("eval:memory", {
  ...sumUpRecall(results, DEPTHS),
  questions: results.length,
  messages,
  // Without the process that embeds the question; the mean includes it.
  cpu_ms_p50: costs.toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? 0,
  cpu_ms_mean: questionsMs / results.length,
  index_cpu_ms_per_message: indexingMs / messages,
});

/** Ids of the turns that a question finds in its conversation, best first. */
async function ask(
  memory: MemorySearch,
  { chat, refs }: IndexedConversation,
  { text }: Question,
): Promise<readonly string[]> {
  const { hits } = await memory.find({
    text,
    viewer: {
      tenant: TENANT,
      person: toId("asker"),
      role: "member",
      chat: { id: chat, kind: "group" },
    },
    sources: ["feed"],
    limit: Math.max(...DEPTHS),
    signal,
  });
  return hits.map(({ ref }) => refs.get(ref) ?? "");
}

function recallOf({ evidence }: Question, found: readonly string[]): number {
  return evidence.filter((id) => found.includes(id)).length / evidence.length;
}

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
