import { toPublicAddress } from "../../kernel/public-address.ts";
import { type Pause, pauses } from "@reeve/operations/agent/pauses";
import { defineCommandLine, type TypedWords } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";
import { readWhere } from "../../operations/read-where.ts";

/** `reeve pauses`. */
export const pausesCommand = defineCommandLine({
  command: "pauses",
  operations: pauses,
  show: {
    list: ({ items }) => linesOf(items, toLine, "Nothing is paused."),
    start: ({ wasPaused }) => (wasPaused ? "Already paused." : "Paused. To resume: reeve resume"),
    end({ wasPaused, noted, answering }, { isRunning }) {
      if (!wasPaused) return "Nothing was paused.";
      const when = isRunning || answering === 0 ? "" : " once the agent is running: reeve start";
      return `Messages during the pause: ${noted}. ${answering} of them will be answered${when}.`;
    },
  },
  read: { start: whereIn, end: whereIn },
});

function whereIn({ words: [text] }: TypedWords) {
  return { where: text === undefined ? ("everywhere" as const) : toPublicAddress(readWhere(text)) };
}

function toLine({ where, by, at, noted }: Pause): string {
  const messages = noted === undefined ? "" : `; ${noted} messages received`;
  return `${where}, by ${by} since ${new Date(at).toISOString()}${messages}`;
}
