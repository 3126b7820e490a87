import type { TranscriptItem } from "../../kernel/transcript.ts";
import type { ToolDefinition } from "../../llm/model.ts";

/** The definitions that inputs name as found. The model reads them, wherever they stand. */
export function foundTools(
  units: readonly TranscriptItem[],
  deferred: readonly ToolDefinition[],
): readonly ToolDefinition[] {
  if (deferred.length === 0) return [];
  const names = new Set(units.flatMap((unit) => (unit.type === "input" ? (unit.found ?? []) : [])));
  return deferred.filter(({ name }) => names.has(name));
}
