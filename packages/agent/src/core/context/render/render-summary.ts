import { sanitise } from "./sanitise.ts";

/** What the model reads in place of the conversation that was summed up. */
export function renderSummary(summary: string): string {
  return `<context type="summary">\nThis conversation began earlier; in short:\n${sanitise(summary)}\n</context>`;
}
