import type { Ask } from "./exchange.ts";
import { describe } from "./read-value.ts";
import { readTrouble } from "./read-trouble.ts";
import { readFound } from "./step.ts";

const DONE: Readonly<Record<string, string>> = {
  note_delete: "the note is deleted",
  workspace_delete: "the file is deleted",
  workspace_write: "the file is written",
  memory_write: "it is in my memory",
};

/** One sentence about what a person decided and what came of it. */
export function answerDecision({
  verdict,
  tool,
  detail,
}: Extract<Ask, { type: "decision" }>): string {
  if (verdict === "refused") return "All right, I left it.";
  const trouble = readTrouble(detail);
  if (trouble !== undefined) return `I tried, but it did not work: ${trouble}`;
  if (Object.hasOwn(DONE, tool)) return `Done: ${DONE[tool]}.`;
  const result = describe(readFound(detail)).replaceAll(/\s+/g, " ").trim().slice(0, 300);
  return result ? `Done: ${tool} gave ${result.replace(/\.$/, "")}.` : `Done: ${tool}.`;
}
