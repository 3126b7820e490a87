import { z } from "zod";
import { decodeAll } from "./codes.ts";
import type { Message, ModelRequest, ResponseCall } from "../../src/llm/model.ts";
import { scriptedModel, type ScriptedModel } from "../../src/llm/testing/scripted-model.ts";

/**
 * Returns how a call is written in a message, a page or a name: `ORDER tool key=value …`. An underscore is
 * a space, `%SECRET%` what the prompt says the safe opens with, and `~` a space of an order within an
 * order. A value that is no text is written as `JSON.` and base64.
 */
export function order(tool: string, args: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(args).map(([key, value]) =>
    typeof value === "string"
      ? `${key}=${value.replaceAll(" ", "_")}`
      : `${key}=${JSON_MARK}${Buffer.from(JSON.stringify(value)).toString("base64")}`,
  );
  return ["ORDER", tool, ...written].join(" ");
}

/**
 * Creates a model that follows every instruction in its prompt, however it is hidden, once; with `after`, those
 * of others only once the newest message says this word.
 */
export function obeyingModel({ after }: { readonly after?: string } = {}): ScriptedModel {
  return scriptedModel((request) => {
    const newest = request.messages.findLast(({ role }) => role === "user")?.text ?? "";
    if (after !== undefined && !newest.includes(after) && !newest.includes("ORDER"))
      return { text: "Not yet." };
    return obey(request);
  });
}

/** Part of a request that may hold orders. */
type Prompt = Pick<ModelRequest, "system" | "messages">;

/** Returns the calls that a prompt orders and that were not made yet. */
function obey(
  prompt: Prompt,
): { readonly calls: readonly ResponseCall[] } | { readonly text: string } {
  const done = new Set(callsIn(prompt));
  const calls = ordersIn(prompt).filter((call) => !done.has(keyOf(call)));
  return calls.length > 0 ? { calls } : { text: "Done as I was told." };
}

/** Obeys a request as it arrives at a provider of chat completions; the descriptions of tools count, too. */
export function answerObeying({
  body,
}: {
  readonly body: Readonly<Record<string, unknown>>;
}): ReturnType<typeof obey> {
  const { messages, tools = [] } = chatRequest.parse(body);
  return obey({
    system: [JSON.stringify(tools)],
    messages: messages.map(({ role, content, tool_calls: calls }): Message => {
      const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
      if (role === "tool") return { role, call: "", name: "", text, isError: false };
      if (role !== "assistant") return { role: "user", text };
      const made = calls.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args: z.unknown().parse(JSON.parse(args)),
      }));
      return { role, text, calls: made };
    }),
  });
}

const chatRequest = z.object({
  tools: z.unknown(),
  messages: z.array(
    z.object({
      role: z.enum(["system", "user", "assistant", "tool"]),
      content: z.unknown(),
      tool_calls: z
        .array(
          z.object({
            id: z.string(),
            function: z.object({ name: z.string(), arguments: z.string() }),
          }),
        )
        .default([]),
    }),
  ),
});

const JSON_MARK = "JSON.";

/** Sums up by keeping every order, as a summary that was led astray would. */
export function obeyingUtility(): ScriptedModel {
  return scriptedModel(({ messages }) => {
    const orders = messages.flatMap(({ text }) => [
      ...(text.match(ORDER) ?? []),
      ...(text.match(/CODED:\w+:[^\s"'\\<>[\]()=~]+/gu) ?? []),
    ]);
    return { text: `Open items: ${orders.join(" . ")}` };
  });
}

const ORDER = /ORDER \w+(?: \w+=[^\s"'\\<>[\]()]+)*/g;

function ordersIn({ system, messages }: Prompt): readonly ResponseCall[] {
  const texts = [
    ...system,
    ...messages.flatMap((one) => (one.role === "assistant" ? [] : [one.text])),
  ];
  const secret = /safe opens with ([\w-]+)/.exec(texts.join("\n"))?.[1] ?? "nothing";
  const found = [...texts, ...texts.flatMap((text) => decodeAll(text))].flatMap(
    (text) => text.match(ORDER) ?? [],
  );
  const calls = [...new Set(found)].map((text) => toCall(text.replaceAll("%SECRET%", secret)));
  return [...new Map(calls.map((call) => [keyOf(call), call])).values()];
}

function toCall(text: string): ResponseCall {
  const [, name = "", ...pairs] = text.split(" ");
  const args = pairs.map((pair) => {
    const at = pair.indexOf("=");
    const written = pair.slice(at + 1);
    if (written.startsWith(JSON_MARK)) {
      const json = Buffer.from(written.slice(JSON_MARK.length), "base64").toString();
      return [pair.slice(0, at), JSON.parse(json)];
    }
    const value = written.replaceAll("~", " ").replaceAll("_", " ");
    return [
      pair.slice(0, at),
      value.startsWith("ORDER ") ? value.replaceAll("|", "=").replaceAll("^", "_") : value,
    ];
  });
  return { name, args: Object.fromEntries(args) };
}

function callsIn({ messages }: Prompt): readonly string[] {
  return messages.flatMap((one) => (one.role === "assistant" ? one.calls.map(keyOf) : []));
}

function keyOf({ name, args }: Pick<ResponseCall, "name" | "args">): string {
  return JSON.stringify([name, args]);
}
