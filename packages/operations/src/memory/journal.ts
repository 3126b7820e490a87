import { z } from "zod";
import { amount, unsignedAmount } from "../amount.ts";
import { words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Kinds of business deals. */
export const JOURNAL_TYPES = ["trade", "gift", "middleman", "kol"] as const;

/** Outcome of a deal. */
export const JOURNAL_OUTCOMES = ["pending", "profit", "loss", "neutral", "cancelled"] as const;

const type = z.enum(JOURNAL_TYPES);
const outcome = z.enum(JOURNAL_OUTCOMES);
const number = z.int().min(1).describe("The entry's number, as shown in the list of entries.");

const entry = z
  .object({
    id: z.number(),
    type,
    action: z.string(),
    reasoning: z.string(),
    outcome,
    assetFrom: z.string().optional(),
    assetTo: z.string().optional(),
    amountFrom: z.string().optional(),
    amountTo: z.string().optional(),
    priceTon: z.string().optional(),
    counterparty: z.string().optional(),
    platform: z.string().optional(),
    txHash: z.string().optional(),
    pnlTon: z.string().optional().describe("Profit in TON; negative for a loss."),
    pnlPct: z.string().optional().describe("Profit in percent; negative for a loss."),
    createdAt: z.number(),
    updatedAt: z.number(),
  })
  .meta({ id: "JournalEntry" });

export type JournalEntry = DeepReadonly<z.output<typeof entry>>;
export type JournalType = z.output<typeof type>;
export type JournalOutcome = z.output<typeof outcome>;

const filter = {
  type: type.optional().describe("Only deals of this kind."),
  outcome: outcome.optional().describe("Only deals with this outcome."),
  asset: words(100).optional().describe("Only deals in which this asset was given or received."),
  days: z.int().min(1).max(36_500).optional().describe("The number of days to look back."),
};

const txHash = words(200).optional().describe("The hash of the blockchain transaction.");
const keeper = { role: "owner", to: "use the journal" } as const;

/** The owner's journal of business deals. */
export const journal = {
  list: defineOperation({
    name: "journal.list",
    summary: "List journal entries, newest first.",
    input: pageQuery.extend(filter),
    output: pageOf(entry),
    effect: "read",
    scope: "read",
    needs: keeper,
    http: "GET /v1/journal",
    cli: { verb: "list", all: true, example: "--type trade --days 30" },
  }),
  summary: defineOperation({
    name: "journal.summary",
    summary: "Summarize journal entries: outcomes, total profit and win rate.",
    input: z.object(filter),
    output: z.object({
      entries: z.number(),
      outcomes: z.record(outcome, z.number()),
      pnlTon: z.string().describe("The exact total profit in TON."),
      winRatePct: z
        .number()
        .optional()
        .describe(
          "The percentage of deals that made a profit, out of all deals with a profit or a loss.",
        ),
    }),
    effect: "read",
    scope: "read",
    needs: keeper,
    http: "GET /v1/journal/summary",
    cli: { verb: "summary", example: "--days 30" },
  }),
  create: defineOperation({
    name: "journal.create",
    summary: "Record a deal, with the reasoning behind it.",
    input: z.object({
      reasoning: words(2000).describe("Why the deal was made."),
      type: type
        .default("trade")
        .describe("Whether the deal is a trade, a gift, a middleman deal or a KOL deal."),
      action: words(200).describe('What was done, such as "buy" or "sell gift".'),
      outcome: outcome
        .default("pending")
        .describe("How the deal turned out; `pending` until it is settled."),
      assetFrom: words(100).optional().describe('The asset given, such as "TON".'),
      assetTo: words(100).optional().describe('The asset received, such as "NOT".'),
      amountFrom: unsignedAmount().optional().describe("How much of `assetFrom` was given."),
      amountTo: unsignedAmount().optional().describe("How much of `assetTo` was received."),
      priceTon: unsignedAmount().optional().describe("The price paid or received, in TON."),
      counterparty: words(100)
        .optional()
        .describe("The person or service that the deal was made with."),
      platform: words(100).optional().describe('Where the deal was made, such as "STON.fi".'),
      txHash,
    }),
    output: entry,
    effect: "create",
    undo: "history",
    scope: "chat",
    needs: keeper,
    http: "POST /v1/journal",
    cli: {
      verb: "add",
      words: ["reasoning…"],
      flags: { from: "assetFrom", to: "assetTo" },
      example: "expecting a rise --action buy --from TON --to NOT --amount-from 12.5",
    },
  }),
  update: defineOperation({
    name: "journal.update",
    summary: "Close or correct an entry. Omitted fields keep their values.",
    input: z.object({
      id: number,
      outcome: outcome
        .optional()
        .describe("How the deal turned out; `pending` until it is settled."),
      pnlTon: amount().optional().describe("Profit in TON; negative for a loss."),
      pnlPct: amount().optional().describe("Profit in percent; negative for a loss."),
      txHash,
    }),
    output: entry,
    effect: "change",
    undo: "history",
    scope: "chat",
    needs: keeper,
    http: "PATCH /v1/journal/{id}",
    cli: { verb: "close", words: ["id"], example: "7 --outcome profit --pnl-ton 3" },
  }),
};
