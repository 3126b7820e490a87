import { z } from "zod";
import type { Ask } from "../../ask-agent.ts";
import { linesOf } from "../../run-verb.ts";

const feedback = z.array(
  z.object({
    approval: z.string(),
    tool: z.string(),
    verdict: z.string(),
    latencyMs: z.number(),
    at: z.number(),
  }),
);

/** `reeve approvals feedback`: what became of the questions so far, and how long it took. */
export async function tellFeedback(ask: Ask, form: "json" | "text"): Promise<string> {
  const all = feedback.parse(await ask("approvals.feedback", {}));
  if (form === "json") return `${JSON.stringify(all)}\n`;
  const line = ({ at, tool, verdict, latencyMs }: (typeof all)[number]) =>
    `${new Date(at).toISOString().slice(0, 16)}  ${tool.padEnd(24)} ${verdict.padEnd(8)} after ${Math.round(latencyMs / 1000)} s`;
  return linesOf(all, line, "No question was answered yet.");
}
