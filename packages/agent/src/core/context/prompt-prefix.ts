import type { PromptPrefix } from "../../store/turns/sessions.ts";
import { signatureOf } from "../../llm/describe-tools.ts";
import type { ToolDefinition } from "../../llm/model.ts";
import { sanitize } from "./render/sanitize.ts";
import { type PromptFiles, systemPrompt } from "./system-prompt.ts";

export interface PromptPrefixMaterial {
  readonly files: PromptFiles;
  readonly ownerName: string;
  /** Shows what the agent wrote down, to its owner alone. */
  readonly isPrivate: boolean;
  /** Profile of the person of a direct chat; empty elsewhere. */
  readonly profile: string;
  /** The rules of the chat, as the model reads them; empty when there are none. */
  readonly rules: string;
  /** Names of the tools in the array, in order. */
  readonly tools: readonly string[];
  /** Tools that the system prompt lists. Default: none. */
  readonly listed?: readonly ToolDefinition[] | undefined;
  /** Names of the other tools on offer. */
  readonly deferred: readonly string[];
}

const MEMORY_LINES = 150;
const LOG_LINES = 100;

/**
 * Renders the prefix of every request of a session. It is composed once and stored, so that no byte
 * of it changes while the session lasts; what is learned meanwhile reaches the model through tools.
 */
export function renderPromptPrefix(material: PromptPrefixMaterial): PromptPrefix {
  const { files, ownerName, isPrivate, profile, rules, tools, listed = [], deferred } = material;
  const known = isPrivate ? pinnedBlock(files) : "";
  const pinned = [rules, known, block("profile", profile)].filter((text) => text !== "").join("\n");
  const system = [...systemPrompt(files, ownerName), ...listOf(listed)];
  return { system, pinned, tools, deferred };
}

function listOf(tools: readonly ToolDefinition[]): readonly string[] {
  if (tools.length === 0) return [];
  return [`You also have these tools, through tool_call:\n${tools.map(signatureOf).join("\n")}`];
}

function pinnedBlock({ strategy, memory, logs, identity, user }: PromptFiles): string {
  const blocks = [
    block("strategy", strategy),
    block("memory", newestLines(memory, MEMORY_LINES)),
    ...logs.map(({ date, text }) => block("daily-log", `${date}\n${newestLines(text, LOG_LINES)}`)),
    block("identity", identity),
    block("user", user),
  ];
  return blocks.filter((text) => text !== "").join("\n");
}

function block(type: string, text: string | undefined): string {
  if (!text?.trim()) return "";
  return `<context type="${type}">\n${sanitize(text.trim())}\n</context>`;
}

/** Keeps the newest lines, which are the last, under the heading that they belong to. */
function newestLines(text: string | undefined, count: number): string | undefined {
  const lines = text?.trimEnd().split("\n") ?? [];
  if (lines.length <= count) return text;
  const left = lines.slice(0, -count);
  const heading = left.findLast((line) => line.startsWith("#"));
  const cut = `… ${left.length} earlier lines`;
  return [cut, ...(heading === undefined ? [] : [heading]), ...lines.slice(-count)].join("\n");
}
