import { parseArgs } from "node:util";
import { z } from "zod";
import { PROVIDERS } from "../packages/agent/src/llm/providers.ts";
import { measurePrompts, type PromptFigures, type WireBody } from "./prompt/measure.ts";
import { type HistoryMessage, runTalk, type ScriptedTurn } from "./prompt/run-talk.ts";
// @ts-expect-error -- the script is shared as plain JavaScript
import { feedSeed, TURNS } from "./prompt/script20.mjs";
import { MCP_REQUESTS, mcpTools } from "./prompt/mcp-tools.ts";
import { TALK } from "./prompt/talk10.ts";
import { report } from "./report.ts";

/**
 * Measures what two talks cost, with every tool of the contract registered: the script of twenty
 * turns in a home with files and 600 messages in the message history, and ten ordinary turns
 * (`talk_…`) in a fresh home. `mcp_…`: what 200 tools of four MCP servers add to requests of that talk, which needs none of them. Requests are measured as they arrive at the provider.
 *
 * `--delivery` chooses how the provider gets tools that are found for a message, and how it caches.
 * `reference`: Anthropic's protocol, with explicit breakpoints. `tail`: chat completions of a hosted
 * model. `array`: a local server, which knows only its list of tools. The last two keep the longest
 * beginning that a request shares with an earlier one, and writing it costs nothing extra.
 */
const { values } = parseArgs({
  options: {
    delivery: { type: "string", default: "reference" },
    json: { type: "boolean" },
  },
});
const delivery = z.enum(["array", "tail", "reference"]).parse(values.delivery);

const TARGETS = {
  array: { provider: "local", model: "qwen3", caching: "implicit" },
  tail: { provider: "groq", model: PROVIDERS.groq.model, caching: "implicit" },
  reference: { provider: "anthropic", model: PROVIDERS.anthropic.model, caching: "explicit" },
} as const;

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

const turns: readonly ScriptedTurn[] = TURNS;
const feed: readonly HistoryMessage[] = feedSeed;
const { caching, ...target } = TARGETS[delivery];

const script = await runTalk({ ...target, turns, files: FILES, feed });
const talk = await runTalk({ ...target, turns: TALK });
const ofScript = measurePrompts(script.bodies, script.isFirstOfTurn, caching);
const ofTalk = measurePrompts(talk.bodies, talk.isFirstOfTurn, caching);
const withServers = await runTalk({
  ...target,
  turns: TALK,
  servers: mcpTools(),
  requests: MCP_REQUESTS.map(([request]) => request),
});
const isFound = MCP_REQUESTS.map(([, tool], at) => withServers.found[at]?.includes(tool));
const addedByServers = withServers.bodies.map(
  (body, at) => tokensOf(body) - tokensOf(talk.bodies[at] ?? {}),
);
const hello: PromptFigures = measurePrompts(talk.bodies.slice(0, 1), [true], caching);

function tokensOf(body: WireBody): number {
  return measurePrompts([body], [true], caching).input_tokens;
}

report("prompt", {
  ...ofScript,
  invalid_calls: script.invalidCalls,
  unknown_calls: script.unknownCalls,
  requests: script.bodies.length,
  requests_without_memory: script.bodies.filter((body) => !JSON.stringify(body).includes("Fact 29"))
    .length,
  hello_tokens: hello.input_tokens,
  talk_tokens: ofTalk.input_tokens,
  talk_cost_equivalents: ofTalk.cost_equivalents,
  talk_kept_share_min: ofTalk.kept_share_min,
  talk_invalid_calls: talk.invalidCalls,
  talk_unknown_calls: talk.unknownCalls,
  talk_requests: talk.bodies.length,
  tools: talk.tools,
  mcp_tools: withServers.tools - talk.tools,
  mcp_added_tokens_max: Math.max(...addedByServers),
  mcp_found: isFound.filter((one) => one === true).length / isFound.length,
});
