import type { HookName } from "@reeve/sdk";

/** Puts the power of a hook into words. */
export function describeHook(name: HookName): string {
  return `hook ${name}: ${WORDS[name]}`;
}

const WORDS: Readonly<Record<HookName, string>> = {
  messageReceived: "reads all messages, and may block them",
  promptBefore: "reads all inputs of the model, and may add context",
  promptAfter: "reads all responses of the model",
  toolBefore: "reads all tool calls with their arguments, and may deny them",
  toolAfter: "reads the results of all tool calls",
  toolError: "reads the errors of all tool calls",
  responseBefore: "reads all replies, and may replace or withhold them",
  responseAfter: "reads all replies",
  sessionStart: "learns when a session starts",
  sessionEnd: "learns when a session ends",
  agentStart: "learns when the agent starts",
  agentStop: "learns when the agent stops",
};
