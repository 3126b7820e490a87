import type { Model, ModelEvent, ModelRequest } from "../model.ts";

/** Runs a request to its end. */
export async function collectEvents(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, { signal })) events.push(event);
  return events;
}
