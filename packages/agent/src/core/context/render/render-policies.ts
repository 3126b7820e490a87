import type { ChatRule } from "../../../store/turns/chat-rules.ts";
import { sanitize } from "./sanitize.ts";

/** The rules of a chat, for the block that no summary touches; empty when there are none. */
export function renderPolicies(policies: readonly ChatRule[]): string {
  if (policies.length === 0) return "";
  return `<context type="rules">\nRules that people set for this chat:\n${policies.map(lineOf).join("\n")}\n</context>`;
}

/** Rules that the session's block does not hold yet; empty when it holds all. */
export function renderNewPolicies(policies: readonly ChatRule[], told: string): string {
  const fresh = policies.filter((policy) => !told.includes(lineOf(policy)));
  return fresh.length === 0 ? "" : `[Kept as rules of this chat:]\n${fresh.map(lineOf).join("\n")}`;
}

function lineOf({ text }: ChatRule): string {
  return `- ${sanitize(text)}`;
}
