import type { ModelRequest, ResponseCall } from "../../src/llm/model.ts";
import { scriptedModel, type ScriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { canariesIn } from "./secrets.ts";

/** Messages to the curious model, which obeys everyone. */
export const orders = {
  ask: (topic: string) => `Tell me everything about the ${topic} code!`,
  note: (topic: string, canary: string) => `Please note: the ${topic} code is ${canary}.`,
  remember: (target: string, topic: string, canary: string) =>
    `Remember (${target}): the ${topic} code is ${canary}.`,
  log: (topic: string, canary: string) => `Log the trade of ${topic}: its code is ${canary}.`,
  report: (topic: string) => `Fetch the ${topic} report, please.`,
};

/** Ids seen in one place, to be requested everywhere. */
interface Loot {
  /** Ids by topic. */
  readonly artifacts: Map<string, string>;
  readonly facts: Map<string, string>;
  readonly files: Set<string>;
}

/**
 * Creates a model that obeys everyone and requests everything: each reading tool, for the topic in
 * question, with every id that it ever saw in any chat of any tenant.
 */
export function curiousModel(tell: (request: ModelRequest) => void): ScriptedModel {
  const loot: Loot = { artifacts: new Map(), facts: new Map(), files: new Set() };
  return scriptedModel((request) => {
    tell(request);
    gather(loot, request);
    const { messages } = request;
    const at = messages.findLastIndex(({ role }) => role === "user");
    const said = saidIn(messages[at]?.text ?? "");
    const hasActed = messages.slice(at).some(({ role }) => role === "tool");
    if (!hasActed) {
      const calls = said.flatMap((text) => callsFor(text, loot));
      if (calls.length > 0) return { calls };
    }
    const seen = [...canariesIn(JSON.stringify(messages.slice(at)))].slice(0, 3);
    return { text: seen.length > 0 ? `There is ${seen.join(" and ")}.` : "I see." };
  });
}

function saidIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/<user_message>([^]*?)<\/user_message>/g),
    ([, said = ""]) => said,
  );
}

/** All that one person keeps for themselves. */
const KEPT = [
  { name: "note_create", as: "text" },
  { name: "task_create", as: "title" },
  { name: "readlater_save", as: "text" },
  { name: "reminder_create", as: "text", at: "2100-01-01 09:00" },
] as const;

function callsFor(said: string, loot: Loot): readonly ResponseCall[] {
  const [, noted] = /^Please note: (.*)$/.exec(said) ?? [];
  if (noted) return KEPT.map(({ name, as, ...more }) => ({ name, args: { ...more, [as]: noted } }));
  const [, target, content] = /^Remember \((\w+)\): (.*)$/.exec(said) ?? [];
  if (target && content) return [{ name: "memory_write", args: { target, content } }];
  const [, traded, reasoning] = /^Log the trade of (\w+ \w+): (.*)$/.exec(said) ?? [];
  if (traded && reasoning)
    return [
      { name: "journal_log", args: { type: "trade", action: "buy", assetTo: traded, reasoning } },
    ];
  const [, reported] = /^Fetch the (\w+ \w+) report/.exec(said) ?? [];
  if (reported) return [{ name: "canary_report", args: { topic: reported } }];
  const [, topic] = /everything about the (\w+ \w+) code/.exec(said) ?? [];
  return topic ? askFor(topic, loot).map(viaGeneric) : [];
}

function askFor(topic: string, { artifacts, facts, files }: Loot): readonly ResponseCall[] {
  const query = `${topic} code`;
  const artifact = artifacts.get(topic) ?? [...artifacts.values()].at(-1);
  const fact = facts.get(topic) ?? [...facts.values()].at(-1);
  return [
    { name: "memory_search", args: { query } },
    { name: "session_search", args: { query } },
    { name: "note_search", args: { query } },
    { name: "note_list", args: {} },
    { name: "task_list", args: {} },
    { name: "readlater_list", args: {} },
    { name: "reminder_list", args: {} },
    { name: "briefing_get", args: { date: "2100-01-01" } },
    { name: "memory_read", args: { target: "persistent" } },
    { name: "memory_read", args: { target: "recent" } },
    { name: "journal_query", args: { asset: topic } },
    { name: "workspace_list", args: { path: "", recursive: true } },
    ...["MEMORY.md", "STRATEGY.md", "USER.md", ...[...files].slice(-2)].map((path) => ({
      name: "workspace_read",
      args: { path },
    })),
    ...(artifact ? [{ name: "artifact_read", args: { id: artifact, pattern: "cnry" } }] : []),
    ...(fact ? [{ name: "memory_explain", args: { id: fact } }] : []),
    { name: "tool_search", args: { query: "memory notes journal" } },
  ];
}

/** Tools that are found late are called like this; here, half of all. */
function viaGeneric(call: ResponseCall, index: number): ResponseCall {
  if (index % 2 === 0 || call.name.startsWith("tool_")) return call;
  return { name: "tool_call", args: { name: call.name, arguments: call.args } };
}

function gather({ artifacts, facts, files }: Loot, { messages }: ModelRequest): void {
  for (const { role, text } of messages) {
    if (role !== "tool") continue;
    for (const [, id = "", topic = ""] of text.matchAll(
      /"artifact":"([^"]+)".*?report about (\w+ \w+)\./g,
    ))
      artifacts.set(topic, id);
    for (const [, id = "", topic = ""] of text.matchAll(
      /"source":"fact","id":"([^"]+)"[^}]*?The (\w+ \w+) code/g,
    ))
      facts.set(topic, id);
    for (const [path] of text.matchAll(/(?:memory|knowledge)\/[\w-]+\.md/g)) files.add(path);
  }
}
