import { log, type LogEntry } from "@reeve/operations/agent/log";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve log`: the newest entry last. */
export const logCommand = defineCommandLine({
  command: "log",
  operations: log,
  show: { list: ({ items }) => linesOf(items.toReversed(), toLine, "The log is empty.") },
});

function toLine({ at, level, sentence, fields }: LogEntry): string {
  const more = Object.keys(fields).length > 0 ? `  ${JSON.stringify(fields)}` : "";
  return `${new Date(at).toISOString()}  ${level.padEnd(5)}  ${sentence}${more}`;
}
