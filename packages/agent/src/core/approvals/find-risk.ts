import type { ArgumentRole, Tool } from "@reeve/sdk";
import { type Label, isLessTrusted } from "../../kernel/label.ts";
import { sensitiveArguments } from "./sensitive-arguments.ts";
import {
  type RequestContext,
  type DerivedArgument,
  findArgumentOrigins,
} from "./argument-origins.ts";
import { findEgress } from "./find-egress.ts";

/** Risk of a call that a person should know before it runs. */
export interface Risk {
  /** Whether it is asked about although its effect would not be, or a grant covers it. */
  readonly asks: boolean;
  /** Half a sentence for the question. */
  readonly note: string;
  /** Source of the words that led to it. */
  readonly origin: string;
}

/** For whom and where a call is asked for. */
export interface RiskyCall extends RequestContext {
  /** The channel's own name of the chat that is answered. */
  readonly externalId: string;
}

/**
 * Whether what a call does was decided by somebody whose words are not orders: an
 * argument that matters was taken from them, and the asker did not say it himself.
 * Undefined where nobody has to know anything; a plain answer in the chat never has to be asked about.
 */
export function findRisk(tool: Tool, params: unknown, call: RiskyCall): Risk | undefined {
  const effect = tool.effectOf?.(params) ?? tool.effect;
  if (writesToCurrentChat(tool, params, call)) return undefined;
  const values = sensitiveArguments(tool, params);
  if (effect === "read") return findEgress(values, call);
  const derived = findArgumentOrigins(values, call);
  if (tool.isProposal) return originOfTurn([], call);
  if (effect === "write" && !reachesOut(tool, derived)) return findEgress(values, call);
  const tainted = derived.filter(({ from }) => from === "tainted");
  if (tainted.length > 0) return riskOf(tainted);
  return originOfTurn(derived, call);
}

/** Whether a call writes into the very chat that is answered, as the answer itself does. */
export function writesToCurrentChat(
  tool: Tool,
  params: unknown,
  { externalId }: Pick<RiskyCall, "externalId">,
): boolean {
  const effect = tool.effectOf?.(params) ?? tool.effect;
  if (effect !== "send" || !tool.targetChat) return false;
  return (tool.targetChat(params) ?? externalId) === externalId;
}

/** Own data can be taken back; what goes to somebody, as its tool says, has left it. */
function reachesOut(tool: Tool, derived: readonly DerivedArgument[]): boolean {
  if (!tool.sensitiveArguments) return false;
  return derived.some(({ role }) => role === "recipient" || role === "host");
}

function riskOf(tainted: readonly DerivedArgument[]): Risk {
  const origins = [...new Set(tainted.map(({ label }) => originOf(label)))];
  const names = [...new Set(tainted.map(({ role, name }) => WORDS[role] ?? name))];
  const origin = origins.join(", ");
  const verb = names.length === 1 ? "comes" : "come";
  return { asks: true, note: `${names.join(", ")} ${verb} from ${origin}`, origin };
}

/** It is told what was read before, where the asker did not name all himself. */
function originOfTurn(
  derived: readonly DerivedArgument[],
  { texts, integrity }: RiskyCall,
): Risk | undefined {
  if (derived.length > 0 && derived.every(({ from }) => from === "said")) return undefined;
  const newest = texts.findLast(({ label, isNew }) => isNew && isLessTrusted(label, integrity));
  if (!newest) return undefined;
  const origin = originOf(newest.label);
  return { asks: false, note: `requested after reading ${origin}`, origin };
}

function originOf(label: Label | undefined): string {
  return label?.origin ?? "someone else";
}

const WORDS: Partial<Record<ArgumentRole, string>> = {
  recipient: "the recipient",
  amount: "the amount",
  body: "the text",
  path: "the file",
  host: "the address",
  command: "the command",
};
