import type { ModelUsage } from "../kernel/usage.ts";
import type { Model, ModelEvent, ModelResponse } from "./model.ts";

/** An event that also tells what earlier tries of its request used; only a last one carries it. */
export function addFailedUsage(event: ModelEvent, lost: readonly ModelUsage[]): ModelEvent {
  if (lost.length === 0 || event.type === "text") return event;
  if (event.type === "done") {
    const { response: thought } = event;
    return { ...event, response: { ...thought, lost: [...lost, ...(thought.lost ?? [])] } };
  }
  const { error } = event;
  return { ...event, error: { ...error, spent: [...lost, ...(error.spent ?? [])] } };
}

/** All that an answer came to: its own usage last, after that of tries that came to nothing. */
export function totalUsage(
  { model: id, usage, lost = [] }: Pick<ModelResponse, "model" | "usage" | "lost">,
  asked: Pick<Model, "id">,
): readonly ModelUsage[] {
  return [...lost, { model: id ?? asked.id, usage }];
}
