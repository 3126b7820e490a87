import { z } from "zod";
import type { Api } from "../providers.ts";

/** Message in a form common to all protocols: its role, calls, results and texts. */
interface Turn {
  readonly role: "user" | "assistant";
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Checks a request for rules of providers that their types do not express: each call is followed
 * immediately by its result and nothing else, ids are unique, the first message is a user's, and no
 * message is empty.
 */
export function findMistakes(api: Api, body: unknown): readonly string[] {
  const turns = joinSpeakers(TURNS[api](body));
  const { deferred, referred } = referencesIn(body);
  const ids = turns.flatMap(({ calls }) => calls);
  return [
    ...(turns[0]?.role === "user" ? [] : ["The model speaks first."]),
    ...(new Set(ids).size === ids.length ? [] : ["An id is used for two calls."]),
    ...turns.flatMap((turn, at) => mistakesOf(turn, turns[at - 1])),
    ...referred
      .filter((name) => !deferred.has(name))
      .map((name) => `There is no deferred tool ${name}.`),
    ...((turns.at(-1)?.calls.length ?? 0) > 0 ? ["The last calls have no results."] : []),
  ];
}

const referringBody = z.object({
  tools: z
    .array(z.object({ name: z.string().optional(), defer_loading: z.boolean().optional() }))
    .optional(),
});

/** Returns the deferred tools and the references to them, which only Anthropic supports. */
function referencesIn(body: unknown) {
  const { tools = [] } = referringBody.parse(body);
  const deferred = tools.flatMap((tool) => (tool.defer_loading && tool.name ? [tool.name] : []));
  const referred = JSON.stringify(body).matchAll(/"type":"tool_reference","tool_name":"([^"]+)"/g);
  return { deferred: new Set(deferred), referred: [...referred].map(([, name = ""]) => name) };
}

function mistakesOf({ role, results, texts }: Turn, before: Turn | undefined): readonly string[] {
  const called = before?.calls ?? [];
  return [
    ...(JSON.stringify(results) === JSON.stringify(called)
      ? []
      : [`The calls ${called.join(", ")} are followed by results of ${results.join(", ")}.`]),
    ...(texts.some((text) => text.trim() === "") ? [`The ${role} says nothing.`] : []),
  ];
}

/** Joins adjacent messages of one role: some protocols require that, others separate messages. */
function joinSpeakers(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role !== turn.role) joined.push(turn);
    else
      joined.splice(-1, 1, {
        role: turn.role,
        calls: [...last.calls, ...turn.calls],
        results: [...last.results, ...turn.results],
        texts: [...last.texts, ...turn.texts],
      });
  }
  return joined;
}

const anthropicBody = z.object({
  messages: z.array(
    z.object({
      role: z.enum(["user", "assistant"]),
      content: z.array(
        z.object({
          type: z.string(),
          id: z.string().optional(),
          tool_use_id: z.string().optional(),
          text: z.string().optional(),
        }),
      ),
    }),
  ),
});

function anthropicTurns(body: unknown): readonly Turn[] {
  return anthropicBody.parse(body).messages.map(({ role, content }) => ({
    role,
    calls: content.flatMap(({ type, id }) => (type === "tool_use" && id ? [id] : [])),
    results: content.flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id])),
    texts: content.flatMap(({ text }) => (text === undefined ? [] : [text])),
  }));
}

const chatBody = z.object({
  messages: z.array(
    z.object({
      role: z.enum(["system", "user", "assistant", "tool"]),
      content: z.union([z.string(), z.array(z.object({ text: z.string().optional() })), z.null()]),
      tool_calls: z.array(z.object({ id: z.string() })).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
});

function chatTurns(body: unknown): readonly Turn[] {
  return chatBody.parse(body).messages.flatMap((message): Turn[] => {
    const { role, content, tool_calls: calls = [], tool_call_id: result } = message;
    if (role === "system") return [];
    const said = Array.isArray(content)
      ? content.flatMap(({ text }) => text ?? [])
      : [content ?? ""];
    const mayBeSilent = role === "tool" || calls.length > 0;
    return [
      {
        role: role === "assistant" ? "assistant" : "user",
        calls: calls.map(({ id }) => id),
        results: result === undefined ? [] : [result],
        texts: mayBeSilent ? [] : said,
      },
    ];
  });
}

const responsesBody = z.object({
  input: z.array(
    z.object({
      type: z.string().optional(),
      role: z.enum(["user", "assistant", "developer", "system"]).optional(),
      call_id: z.string().optional(),
    }),
  ),
});

function responsesTurns(body: unknown): readonly Turn[] {
  const none = { calls: [], results: [], texts: [] };
  return responsesBody.parse(body).input.flatMap(({ type, role, call_id: id }): Turn[] => {
    if (role === "system" || role === "developer") return [];
    if ((type === "function_call" || type === "tool_search_call") && id)
      return [{ ...none, role: "assistant", calls: [id] }];
    if ((type === "function_call_output" || type === "tool_search_output") && id)
      return [{ ...none, role: "user", results: [id] }];
    return [{ ...none, role: role === "user" ? "user" : "assistant" }];
  });
}

const functionPart = z.object({ id: z.string() }).optional();

const geminiBody = z.object({
  contents: z.array(
    z.object({
      role: z.enum(["user", "model"]),
      parts: z
        .array(
          z.object({
            text: z.string().optional(),
            functionCall: functionPart,
            functionResponse: functionPart,
          }),
        )
        .min(1),
    }),
  ),
});

function geminiTurns(body: unknown): readonly Turn[] {
  return geminiBody.parse(body).contents.map(({ role, parts }) => ({
    role: role === "model" ? "assistant" : "user",
    calls: parts.flatMap(({ functionCall }) => functionCall?.id ?? []),
    results: parts.flatMap(({ functionResponse }) => functionResponse?.id ?? []),
    texts: parts.flatMap(({ text }) => text ?? []),
  }));
}

const TURNS: Readonly<Record<Api, (body: unknown) => readonly Turn[]>> = {
  anthropic: anthropicTurns,
  google: geminiTurns,
  "openai-chat": chatTurns,
  "cocoon-xml": chatTurns,
  "openai-responses": responsesTurns,
};
