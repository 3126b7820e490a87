import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Longer than any result that is shown whole. */
const FILLER = "Nothing of note happened here.\n".repeat(500);

/** Fetches a report that is kept as an artifact: what matters stands where no excerpt shows it. */
export function reportTool(canaryOf: (topic: string) => string) {
  return defineTool({
    name: "canary_report",
    summary: "Fetch the report about something.",
    effect: "read",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.object({ topic: z.string().describe("What it is about.") }),
    run: async ({ topic }) =>
      `The report about ${topic}.\n${FILLER}The ${topic} code is ${canaryOf(topic)}.\n${FILLER}`,
  });
}

/** Results beyond it become artifacts. */
export const MAX_RESULT_CHARS = 24_000;
