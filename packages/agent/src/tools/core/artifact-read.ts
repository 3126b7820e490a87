import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";

const DEFAULT_CHARS = 10_000;
const MAX_CHARS = 40_000;
const DEFAULT_LINES = 50;
const MAX_LINES = 500;

/** Reads on in a result that was too long to show whole: a piece of it, or the lines that match. */
export const artifactRead = defineTool({
  name: "artifact_read",
  summary:
    "Read more of a long result that was stored as an artifact: from an offset, or only " +
    "the lines that match a pattern. To look for something, search with a pattern first.",
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  needs: ["artifacts"],
  utterances: [
    "read on from where the long output was cut",
    "show the rest of that result",
    "which lines of the stored output mention an error?",
    "go to the middle of the long answer you kept",
    "grep the saved result for the word total",
    "Lies den Rest des langen Ergebnisses",
    "lis la suite du résultat enregistré",
    "muestra el resto de ese resultado tan largo",
    "прочитай дальше сохранённый длинный результат",
    "继续读刚才保存的长结果",
  ],
  params: z.object({
    id: z.string().min(1).max(100).describe("The artifact's id, from the shortened result."),
    offset: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe(
        "First character to read. Default: 0. To continue, use `next` from the previous answer.",
      ),
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_CHARS)
      .optional()
      .describe(
        "Maximum number of characters (default 10,000) or, with pattern, lines (default 50).",
      ),
    pattern: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("A regular expression. Returns only the lines that match it."),
  }),

  async run({ id, offset, limit, pattern }, { artifacts }) {
    if (pattern === undefined) {
      return artifacts.read(id, { offset: offset ?? 0, limit: limit ?? DEFAULT_CHARS });
    }
    if (offset !== undefined) {
      throw new Fault("invalid", "An offset and a pattern cannot be combined.", {
        hint: "Omit one of them.",
      });
    }
    const lines = Math.min(limit ?? DEFAULT_LINES, MAX_LINES);
    return { lines: await artifacts.search(id, { pattern, limit: lines }) };
  },
});
