import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { unsignedAmount } from "@reeve/operations/amount";
import { JOURNAL_OUTCOMES, JOURNAL_TYPES } from "@reeve/operations/memory/journal";

/** Records a deal, once per call. */
export const journalLog = defineTool({
  name: "journal_log",
  summary:
    "Record a business deal (trade, gift, middleman or KOL deal) in the owner's journal, " +
    "always with the reasoning behind it. Use it after each deal; close it later with journal_update.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  resultOrigin: "services",
  replay: "same-key",
  needs: ["journal"],
  utterances: [
    "write into the trading journal: sold 40 TON at 5.1, needed cash",
    "log that operation and why we did it",
    "record today's gift flip with our reasoning",
    "put the middleman job for Sam into the business journal",
    "journal entry: bought the cap for 20, expecting it to rise",
    "Trag den Handel mit Begründung ins Journal ein",
    "note l'opération dans le journal avec la raison",
    "anota la operación en el diario de operaciones",
    "запиши сделку в журнал с обоснованием",
    "把这笔交易和理由记进交易日志",
    "registra a operação no diário de negócios",
    "zapisz transakcję w dzienniku z uzasadnieniem",
  ],
  params: z.object({
    type: z.enum(JOURNAL_TYPES).describe("Kind of deal."),
    action: text(200).describe('What was done, such as "buy" or "sell gift".'),
    assetFrom: text(100).optional().describe('Asset given, such as "TON".'),
    assetTo: text(100).optional().describe('Asset received, such as "NOT" or a gift\'s name.'),
    amountFrom: unsignedAmount().optional().describe("Exact amount given."),
    amountTo: unsignedAmount().optional().describe("Exact amount received."),
    priceTon: unsignedAmount().optional().describe("Price paid or received, in TON."),
    counterparty: text(100).optional().describe("Person or service that the deal was made with."),
    platform: text(100)
      .optional()
      .describe('Where the deal was made, such as "STON.fi" or "Fragment".'),
    reasoning: text(2_000).describe("Why it was done, in one or more sentences."),
    outcome: z
      .enum(JOURNAL_OUTCOMES)
      .default("pending")
      .describe("How the deal turned out; pending until it is settled."),
    txHash: text(200).optional().describe("Hash of the blockchain transaction."),
  }),

  run: (draft, { journal, callId }) => journal.log({ ...draft, key: callId }),
});

function text(maxChars: number) {
  return z.string().trim().min(1).max(maxChars);
}
