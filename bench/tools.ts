import path from "node:path";
import { parseArgs } from "node:util";
import { Fault, type Tool } from "@reeve/sdk";
import { z } from "zod";
import { toolMeaning } from "../packages/agent/src/app/tools/tool-embeddings.ts";
import { createToolOffer } from "../packages/agent/src/core/agent/offer-tools.ts";
import { createCachedEmbedder } from "../packages/agent/src/llm/embeddings/cached.ts";
import { createLocalEmbedder } from "../packages/agent/src/llm/embeddings/local.ts";
import type { Log } from "../packages/agent/src/platform/log.ts";
import { toolSearchConfig } from "../packages/agent/src/tools/config.ts";
import { createToolbox, type Toolbox } from "../packages/agent/src/tools/toolbox.ts";
import { report } from "./report.ts";
import { allTools } from "./tools/all-tools.ts";
import { readMetatool, readQueries } from "./tools/read-queries.ts";
import { refuseKnown } from "./tools/refuse-known.ts";
import { type Selection, sumUpSelection } from "./tools/sum-up-selection.ts";

/**
 * Measures the quality of tool search in the processing of a message: all built and declared tools are
 * offered to the owner as if they could run. `…@k` are ranks of the search, `…_offered` what the model
 * gets: `offered_mean` tools are described beside a message, and `always_offered` are in the array or the
 * system prompt of every session. With `--metatool`, other tools that have no parameters and only a name and a sentence.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    metatool: { type: "string" },
    json: { type: "boolean" },
  },
});
if (values.data === undefined && values.metatool === undefined) {
  throw new Fault("invalid", "There is nothing to measure with.", {
    hint: "Name a file of labelled queries: npm run eval:tools -- --data FILE, or --metatool FILE.",
  });
}

const root = path.resolve(import.meta.dirname, "..");
const config = toolSearchConfig.parse({});
const { signal } = new AbortController();
const clock = { now: Date.now };
await using embedder = createCachedEmbedder(createLocalEmbedder(), {
  lookUp: async () => new Map(),
});
const meaning = toolMeaning(embedder, clock);
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };

if (values.data !== undefined)
  report("eval:tools", await measureQueries(values.data, await open(await allTools())));
if (values.metatool !== undefined) report("eval:tools", await measureMetatool(values.metatool));

async function open(tools: readonly Tool[]): Promise<Toolbox> {
  const toolbox = createToolbox(tools, {}, { meaning, vectorWeight: config.vectorWeight });
  await toolbox.learn(signal);
  return toolbox;
}

async function measureQueries(file: string, toolbox: Toolbox) {
  const queries = await readQueries(file);
  await refuseKnown(
    queries.map(({ query }) => query),
    root,
  );
  const groups = toolbox.offer({ role: "owner", kind: "group" });
  const direct = toolbox.offer({ role: "owner", kind: "direct" });
  const offer = [...direct, ...groups.filter((tool) => !direct.includes(tool))];
  const { frozen, listed, extras } = createToolOffer(config, {
    model: { toolDelivery: "tail" },
    search: toolbox.search,
    log,
  });

  const standing = [...frozen(offer), ...listed(offer)].map(({ name }) => name);
  const selections: Selection[] = [];
  const costs: number[] = [];
  for (const query of queries) {
    // A turn has looked through memory before: the vector is there.
    await meaning?.ofQuery(query.query, signal);
    const before = process.cpuUsage();
    const { minScore } = config;
    const hits = await toolbox.search(offer, query.query, { limit: 25, minScore, signal });
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
    const nothing = { deferred: [], told: new Set<string>(), found: new Set<string>() };
    const told = await extras(query.query, { offer, ...nothing, signal });
    const described = told?.tools ?? [];
    selections.push({ query, ranked: hits.map(({ name }) => name), described, standing });
  }
  return {
    ...sumUpSelection(selections),
    always_offered: standing.length,
    tools: offer.length,
    queries: queries.length,
    cpu_ms_p50: costs.toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? 0,
  };
}

async function measureMetatool(file: string) {
  const { tools, queries } = await readMetatool(file);
  const toolbox = await open(tools.map(({ name, description }) => named(name, description)));
  const offer = toolbox.offer({ role: "owner", kind: "direct" });
  const ranks: number[] = [];
  for (const { query, tool } of queries) {
    const hits = await toolbox.search(offer, query, { limit: 25, minScore: 0, signal });
    ranks.push(hits.findIndex(({ name }) => name === tool));
  }
  const recall = (depth: number) =>
    ranks.filter((rank) => rank >= 0 && rank < depth).length / Math.max(1, ranks.length);
  return {
    "recall@1": recall(1),
    "recall@5": recall(5),
    "recall@25": recall(25),
    metatool_queries: queries.length,
  };
}

function named(name: string, summary: string): Tool {
  return {
    name,
    summary,
    effect: "read",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.object({}),
    run: () => Promise.reject(new Fault("unavailable", `${name} is not there.`)),
  };
}

function ignore(): void {}
