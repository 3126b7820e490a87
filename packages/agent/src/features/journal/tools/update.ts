import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { amount } from "@reeve/operations/amount";
import { JOURNAL_OUTCOMES } from "@reeve/operations/memory/journal";

/** Stores how a deal ended. Doing it twice leaves the same entry. */
export const journalUpdate = defineTool({
  name: "journal_update",
  summary:
    "Close or adjust an entry in the owner's journal: outcome, profit or loss, transaction hash. " +
    "Omitted fields keep their values. Find its id with journal_query, and never guess one.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  resultOrigin: "services",
  replay: "same-key",
  needs: ["journal"],
  utterances: [
    "close that journal entry with a profit of 3 TON",
    "mark the gift trade as a loss",
    "the operation ended at break-even, fill it in",
    "add the transaction hash to the entry",
    "correct the p&l of the last trade we logged",
    "Schließ den Journaleintrag mit 5 TON Gewinn ab",
    "clôture l'opération du journal avec une perte",
    "cierra la entrada del diario con ganancia",
    "закрой запись в журнале с прибылью 2 TON",
    "把那条交易记录标为亏损",
  ],
  params: z.object({
    id: z.number().int().min(1).describe("The entry's id, from journal_query."),
    outcome: z.enum(JOURNAL_OUTCOMES).optional().describe("How the deal turned out."),
    pnlTon: amount().optional().describe("Exact profit in TON; a loss is negative."),
    pnlPct: amount().optional().describe("Profit in percent; a loss is negative."),
    txHash: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Hash of the blockchain transaction."),
  }),

  async run({ id, ...patch }, { journal }) {
    if (Object.values(patch).every((value) => value === undefined)) {
      throw new Fault("invalid", `Nothing to change in journal entry ${id}.`, {
        hint: "Pass an outcome, pnlTon, pnlPct or txHash.",
      });
    }
    return journal.update(id, patch);
  },
});
