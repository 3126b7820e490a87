import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { JOURNAL_OUTCOMES, JOURNAL_TYPES } from "@reeve/operations/memory/journal";

/** Lists what the journal holds, the newest first, and sums up all that matches. */
export const journalQuery = defineTool({
  name: "journal_query",
  summary:
    "Query the owner's business journal: entries by type, asset, outcome and age, with total " +
    "profit or loss and win rate. Use it for questions about past deals, and to find an entry's id.",
  effect: "read",
  scope: "always",
  access: "owner",
  resultOrigin: "services",
  needs: ["journal"],
  utterances: [
    "how did our trades go last month?",
    "what is our win rate on gifts?",
    "total profit and loss this year",
    "show the journal entries that are still open",
    "which operations lost money?",
    "Wie viel Gewinn haben wir mit Geschäften gemacht?",
    "quel est notre bilan des opérations ce mois-ci ?",
    "¿cuánto ganamos con las operaciones esta semana?",
    "какая прибыль по сделкам за неделю?",
    "这个月的交易盈亏是多少？",
    "qual foi o lucro das operações?",
    "Journal: ogólny zysk i strata",
  ],
  params: z.object({
    type: z.enum(JOURNAL_TYPES).optional().describe("Only deals of this kind."),
    asset: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Only deals in which this asset was given or received. Matches whole words."),
    outcome: z.enum(JOURNAL_OUTCOMES).optional().describe("Only deals with this outcome."),
    days: z.number().min(1).max(36_500).optional().describe("Number of past days to include."),
    limit: z.number().int().min(1).max(100).default(20).describe("Maximum number of entries."),
  }),

  run: (query, { journal }) => journal.query(query),
});
