import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { json as jsonOf } from "node:stream/consumers";
import { promisify } from "node:util";
import { sample } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelRequest } from "../../src/llm/model.ts";
import { type Api, findProvider } from "../../src/llm/providers.ts";
import { anyConversation, DEFERRED, LISTED } from "../../src/llm/testing/any-conversation.ts";
import { bodyOf } from "../../src/llm/testing/body-of.ts";
import { findMistakes } from "../../src/llm/testing/find-mistakes.ts";
import { OWNERS } from "../../src/llm/testing/owners.ts";

const run = promisify(execFile);

/** The vendors' own packages, whose request types the requests are checked against. */
const PACKAGES = ["openai==3.54.0", "anthropic==2.12.0", "google-genai==3.4.0"];

const HISTORIES = 10_000;
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

const tools = [
  {
    name: "weather_get",
    summary: "Tells the weather.",
    params: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
  { name: "note_create", summary: "Keeps a note.", params: { type: "object", properties: {} } },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-vendors-"));
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", ...PACKAGES]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Sent {
  readonly api: Api;
  readonly body: unknown;
}

interface Refused {
  readonly at: number;
  readonly reason: string;
}

/** Returns the requests that the vendors' types reject. */
async function validate(requests: readonly Sent[]): Promise<readonly Refused[]> {
  const script = path.join(import.meta.dirname, "llm-validate.py");
  const child = spawn(path.join(folder, "bin", "python"), [script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  const [refused, [code]] = await Promise.all([jsonOf(child.stdout), once(child, "exit")]);
  expect(code).toBe(0);
  return refused as readonly Refused[];
}

/** Creates a request of a chat that found its tools. */
function lateRequestOf(messages: ModelRequest["messages"]): ModelRequest {
  return { ...requestOf(messages), tools: LISTED, deferred: DEFERRED };
}

function requestOf(messages: ModelRequest["messages"]): ModelRequest {
  const cache = {
    key: "s",
    breakpoints: [{ after: "system", section: 0 }, { after: "tail" }],
  } as const;
  return { id: "r", system: ["Be brief."], messages, tools, maxTokens: 100, cache };
}

test(`any of ${HISTORIES} histories becomes a valid request (seed ${seed})`, async () => {
  const requests: Sent[] = [];
  const numRuns = Math.ceil(HISTORIES / OWNERS.length);
  for (const owner of OWNERS) {
    const { api } = findProvider(owner.provider);
    for (const [at, messages] of sample(anyConversation(owner), { numRuns, seed }).entries()) {
      const request = at % 2 === 0 ? requestOf(messages) : lateRequestOf(messages);
      const body = await bodyOf(owner.provider, request);
      expect(findMistakes(api, body), JSON.stringify(messages)).toEqual([]);
      requests.push({ api, body });
    }
  }
  const refused = await validate(requests);
  const shown = refused.slice(0, 3).map(({ at, reason }) => ({ reason, request: requests[at] }));
  expect(shown).toEqual([]);
});

const conversation: ModelRequest["messages"] = [
  { role: "user", text: "Rain?" },
  {
    role: "assistant",
    text: "",
    calls: [
      { id: "c1", name: "weather_get", args: { city: "Oslo" } },
      { id: "c2", name: "weather_get", args: { city: "Rome" } },
    ],
  },
  { role: "tool", call: "c1", name: "weather_get", text: "5 °C", isError: false },
  { role: "tool", call: "c2", name: "weather_get", text: "9 °C", isError: false },
  { role: "user", text: "Thanks." },
];

const finding: ModelRequest["messages"] = [{ role: "user", text: "Rain?", found: ["weather_get"] }];

/** Returns a body with one change in its text. */
function changed(body: unknown, [from, to]: readonly [string, string]): unknown {
  const text = JSON.stringify(body);
  expect(text).toContain(from);
  return JSON.parse(text.replace(from, to));
}

test("planted mistakes are refused", async () => {
  const chat = await bodyOf("groq", requestOf(conversation));
  const anthropic = await bodyOf("anthropic", requestOf(conversation));
  const responses = await bodyOf("openai", requestOf(conversation));
  const google = await bodyOf("google", requestOf(conversation));
  const late = await bodyOf("anthropic", lateRequestOf(finding));
  expect(findMistakes("openai-chat", chat)).toEqual([]);

  expect({
    "a result that is missing": findMistakes(
      "openai-chat",
      changed(chat, ['{"role":"tool","tool_call_id":"c2","content":"9 °C"},', ""]),
    ),
    "a result of another call": findMistakes(
      "anthropic",
      changed(anthropic, ['"tool_use_id":"c2"', '"tool_use_id":"c3"']),
    ),
    "an id that is used twice": findMistakes(
      "openai-responses",
      changed(responses, ['"call_id":"c2"', '"call_id":"c1"']),
    ).length,
    "a person who says nothing": findMistakes(
      "google",
      changed(google, ['{"text":"Thanks."}', '{"text":" "}']),
    ),
    "a reference to no tool": findMistakes(
      "anthropic",
      changed(late, ['"tool_name":"weather_get"', '"tool_name":"weather_set"']),
    ),
  }).toEqual({
    "a result that is missing": ["The calls c1, c2 are followed by results of c1."],
    "a result of another call": ["The calls c1, c2 are followed by results of c1, c3."],
    "an id that is used twice": 2,
    "a person who says nothing": ["The user says nothing."],
    "a reference to no tool": ["There is no deferred tool weather_set."],
  });

  const misshapen: readonly Sent[] = [
    { api: "openai-chat", body: changed(chat, ['"role":"user"', '"role":"robot"']) },
    { api: "anthropic", body: changed(anthropic, ['"input":{"city":"Oslo"}', '"input":7']) },
    {
      api: "openai-responses",
      body: changed(responses, [String.raw`"arguments":"{\"city\":\"Oslo\"}"`, '"arguments":{}']),
    },
    { api: "google", body: changed(google, ['"functionCall":', '"function_request":']) },
    { api: "anthropic", body: changed(anthropic, ['"max_tokens":100', '"max_tokens":"many"']) },
  ];
  expect((await validate(misshapen)).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4]);
});
