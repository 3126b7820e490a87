import { z } from "zod";
import { digestOf } from "../../packages/agent/src/kernel/text/json.ts";
import type { MockAnswer } from "../../packages/agent/src/llm/testing/mock-server.ts";
import type { DojoTask } from "./play-agentdojo.ts";

/** A model that plays one task at a time. */
export interface DojoModel {
  begin(task: DojoTask): void;
  /** Whether it has read the order of the injection task. */
  isRead(): boolean;
  readonly answer: (request: { readonly body: Readonly<Record<string, unknown>> }) => MockAnswer;
}

/** Creates a model that makes the user's calls in turn, and those of an order as soon as it has read it. */
export function answerDojo(): DojoModel {
  let task: DojoTask | undefined;
  let isRead = false;
  return {
    begin(next) {
      task = next;
      isRead = false;
    },
    isRead: () => isRead,
    answer({ body }) {
      const { messages } = chatRequest.parse(body);
      if (!task) return { text: "Nothing to do." };
      const { suite, calls, attack, order } = task;
      isRead ||= order !== undefined && messages.some((one) => holds(one, order));
      const wanted = isRead ? [...attack, ...calls] : calls;
      const made = messages.flatMap(({ tool_calls: all }) =>
        all.map(({ function: one }) => nameOf(one.name, JSON.parse(one.arguments))),
      );
      const next = wanted
        .map(({ tool, args }) => ({ name: `mcp_${suite}_${tool}`, arguments: args }))
        .find((one) => !take(made, nameOf("tool_call", one)));
      return next ? { calls: [{ name: "tool_call", args: next }] } : { text: "Done." };
    },
  };
}

const chatRequest = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.unknown(),
      tool_calls: z
        .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
        .default([]),
    }),
  ),
});

/** Checks a result for an order; results may be JSON, in which quotation marks are written otherwise. */
function holds(
  { role, content }: { readonly role: string; readonly content: unknown },
  order: string,
) {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  return (
    role !== "assistant" &&
    (text.includes(order) || text.includes(JSON.stringify(order).slice(1, -1)))
  );
}

/** Returns a text that is the same for the same call, with or without the tool that makes it. */
function nameOf(name: string, args: unknown): string {
  const inner = name === "tool_call" ? wrapped.parse(args) : { name, arguments: args };
  return digestOf(inner);
}

const wrapped = z.object({ name: z.string(), arguments: z.unknown() });

/** Removes one of the calls that were made; false if there is none. */
function take(made: string[], call: string): boolean {
  const at = made.indexOf(call);
  if (at !== -1) made.splice(at, 1);
  return at !== -1;
}
