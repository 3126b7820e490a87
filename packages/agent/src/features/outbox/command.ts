import { outbox, type UndeliveredItem } from "@reeve/operations/work/outbox";
import { truncateToLine } from "../../kernel/text/truncate.ts";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

const MAX_TEXT = 60;

/** `reeve outbox`. */
export const outboxCommand = defineCommandLine({
  command: "outbox",
  operations: outbox,
  show: {
    list: ({ items }) => linesOf(items, toLine, "Everything was delivered."),
    retry: () => "Queued again.",
    retryAll: ({ retried }) => `Items queued again: ${retried}.`,
    drop: () => "Dropped.",
  },
});

function toLine({ id, chat, text, state, attempts, reason, createdAt }: UndeliveredItem): string {
  const tried = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  const where = chat === null ? "" : ` to ${chat}`;
  const why = reason === null ? "" : `: ${reason}`;
  const at = new Date(createdAt).toISOString();
  return `${id}  ${state} after ${tried}${where}, from ${at}, "${truncateToLine(text, MAX_TEXT)}"${why}`;
}
