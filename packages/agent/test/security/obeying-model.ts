import { decodeAll } from "./codes.ts";
import type { ModelRequest, ResponseCall } from "../../src/llm/model.ts";
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
    const done = new Set(callsIn(request));
    const calls = ordersIn(request).filter((call) => !done.has(keyOf(call)));
    return calls.length > 0 ? { calls } : { text: "Done as I was told." };
  });
}

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

function ordersIn({ system, messages }: ModelRequest): readonly ResponseCall[] {
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

function callsIn({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap((one) => (one.role === "assistant" ? one.calls.map(keyOf) : []));
}

function keyOf({ name, args }: Pick<ResponseCall, "name" | "args">): string {
  return JSON.stringify([name, args]);
}
