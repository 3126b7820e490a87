import { journal, type JournalEntry } from "@reeve/operations/memory/journal";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve journal`. */
export const journalCommand = defineCommandLine({
  command: "journal",
  operations: journal,
  show: {
    list: ({ items }) => linesOf(items, toLine, "The journal is empty."),
    summary({ entries, outcomes, pnlTon, winRatePct }) {
      const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
      const rate = winRatePct === undefined ? [] : [`win rate ${winRatePct} %`];
      return [`${entries} entries`, ...counts, `profit ${pnlTon} TON`, ...rate].join(", ");
    },
    create: toLine,
    update: toLine,
  },
});

function toLine({ id, type, action, outcome, reasoning, pnlTon, ...deal }: JournalEntry): string {
  const gave = [deal.amountFrom, deal.assetFrom].filter(Boolean).join(" ");
  const got = [deal.amountTo, deal.assetTo].filter(Boolean).join(" ");
  const swap = [gave, got].filter(Boolean).join(" → ");
  const head = [`${id}`, type, action, swap, outcome, pnlTon && `${pnlTon} TON`];
  return `${head.filter(Boolean).join("  ")}\n  ${reasoning.replaceAll("\n", "\n  ")}`;
}
