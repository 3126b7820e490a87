import { once } from "node:events";
import type {
  Message,
  Model,
  ModelEvent,
  ModelRequest,
  ModelResponse,
} from "../../src/llm/model.ts";
import type { World } from "./connect-world.ts";
import { modelError } from "../../src/llm/model-error.ts";
import { SECRET } from "./checks/check-forgotten.ts";
import { learnedFactsFor } from "./obedient-lessons.ts";
import { planFor } from "./obedient-planner.ts";

/** `a| do read+key;unknown`: message a requests two calls in one step, then one in the next. */
const ORDER =
  /<user_message>(\w+)\| (say|hold|do|fail|down)(?: ([\w+;]+))?(?:\. [^<]*)?<\/user_message>/g;

/** Text in the input of a restarted step. */
const AGAIN = "This step was begun before";

const STOPPED = "[The user stopped this";

/**
 * Creates a model that follows the messages exactly: its response depends on the request alone, so a
 * repeated request gets the same response.
 */
export function obedientModel(world: World): Model {
  return {
    id: "test/obedient",
    contextTokens: 1_000_000,
    price: PRICE,
    async *stream(request, { signal }): AsyncGenerator<ModelEvent> {
      const orders = lastOrders(request);
      const last = orders.at(-1);
      if (last?.verb === "hold") {
        await world.ask({ type: "thinking", tag: last.tag });
        if (!signal.aborted) await once(signal, "abort");
      }
      if (last?.verb === "down" && !(await world.ask({ type: "model", tag: last.tag }))) {
        yield { type: "text", delta: "Half an " };
        yield { type: "error", error: modelError("server", { message: "500" }) };
        return;
      }
      if (signal.aborted) {
        yield { type: "error", error: { code: "aborted", message: "aborted" } };
        return;
      }
      const learnedFacts = learnedFactsFor(request) ?? planFor(request);
      const thought =
        learnedFacts === undefined
          ? answer(request, orders)
          : { text: learnedFacts, calls: [], usage: USAGE };
      yield { type: "text", delta: thought.text };
      yield { type: "done", response: thought };
    },
  };
}

interface Order {
  readonly tag: string;
  readonly verb: string;
  readonly calls: readonly (readonly string[])[];
}

function answer({ messages }: ModelRequest, orders: readonly Order[]): ModelResponse {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "user"));
  const thoughts = since.filter(({ role }) => role === "assistant").length;
  const calls = orders.flatMap(({ tag, calls: groups }) =>
    (groups[thoughts] ?? []).map((kind, at) => callOf(kind, `${tag}${thoughts}${at}`)),
  );
  const isFailing =
    orders.some(({ verb }) => verb === "fail") && !lastInput(messages).includes(AGAIN);
  if (isFailing) return { text: "FAILED: on purpose", calls: [], usage: USAGE };
  if (calls.length > 0) return { text: "", calls, usage: USAGE };
  return { text: textOf(messages), calls: [], usage: USAGE };
}

const PRICE = { input: 1_000n, output: 1_000n, cacheRead: 0n, cacheWrite: 0n, tiers: [] };

/** Each answer costs a billionth of a dollar. */
const USAGE = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, costNano: 1n };

function callOf(kind: string, effect: string) {
  if (kind === "note") return { name: "note_create", args: { text: `note ${effect}` } };
  if (kind === "remember")
    return { name: "memory_write", args: { content: `learned ${effect}`, target: "persistent" } };
  if (kind === "secret") return { name: "note_create", args: { text: SECRET } };
  if (kind === "whisper")
    return { name: "memory_write", args: { content: SECRET, target: "persistent" } };
  if (kind === "delegate") {
    const task = `<user_message>${effect}| do read+read;read</user_message>`;
    return { name: "agent_delegate", args: { task, tools: ["crash_read"] } };
  }
  if (kind === "program") return { name: "tool_program", args: { code: programOf(effect) } };
  if (kind === "forget") return { name: "memory_forget", args: { query: "locker code" } };
  if (kind === "file")
    return {
      name: "workspace_write",
      args: { path: "kept.txt", content: `${effect}\n`, append: true },
    };
  if (kind === "voice") return { name: "voice_speak", args: { text: `aloud ${effect}` } };
  if (kind === "journal") {
    const reasoning = `for ${effect}`;
    return { name: "journal_log", args: { type: "trade", action: "buy", reasoning } };
  }
  return { name: `crash_${kind}`, args: { effect: `${kind}-${effect}` } };
}

/** A program that calls a tool of each replay policy, and one that needs approval. */
function programOf(effect: string): string {
  const calls = ["read", "key", "probe", "unknown", "destroy", "key"].map(
    (kind, at) =>
      `await tools.crash_${kind}({ effect: "${kind}-${effect}${at}" }).catch(({ code }) => refused.push(code));`,
  );
  return ["const refused = [];", ...calls, "return refused;"].join("\n");
}

/** Names every message since the last answer or stop, so that one answered twice shows. */
function textOf(messages: readonly Message[]): string {
  const lastEnd = messages.findLastIndex(
    (message) =>
      (message.role === "assistant" && message.calls.length === 0) ||
      (message.role === "user" && message.text.includes(STOPPED)),
  );
  const told = messages.slice(Math.max(0, lastEnd)).flatMap((message) => {
    if (message.role !== "user") return [];
    const decisions = [
      ...sinceStop(message.text).matchAll(
        /\[Approval (\S+) (?:allowed|refused|answered|sent back|void)/g,
      ),
    ];
    return [
      ...ordersIn(message.text).map(({ tag }) => `<${tag}>`),
      ...decisions.map(([, approval]) => `<decision ${approval}>`),
    ];
  });
  return `Answer to ${told.join(" ")}`;
}

function lastOrders({ messages }: ModelRequest): readonly Order[] {
  return ordersIn(lastInput(messages));
}

function lastInput(messages: readonly Message[]): string {
  return messages.findLast(({ role }) => role === "user")?.text ?? "";
}

/** Returns the text after the last stop; everything before it is over. */
function sinceStop(text: string): string {
  return text.slice(Math.max(0, text.lastIndexOf(STOPPED)));
}

function ordersIn(text: string): readonly Order[] {
  return [...sinceStop(text).matchAll(ORDER)].map(([, tag = "", verb = "", calls = ""]) => ({
    tag,
    verb,
    calls: calls === "" ? [] : calls.split(";").map((group) => group.split("+")),
  }));
}
