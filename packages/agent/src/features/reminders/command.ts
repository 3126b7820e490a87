import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";
import { type Reminder, reminders } from "@reeve/operations/work/reminders";

/** `reeve reminders`. */
export const remindersCommand = defineCommandLine({
  command: "reminders",
  operations: reminders,
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no reminders."),
    create: toLine,
    snooze: toLine,
    cancel: () => "Cancelled.",
  },
});

function toLine({ id, text, next, repeats, when }: Reminder): string {
  const time = [
    ...(next ? [next.text] : []),
    ...(repeats === undefined ? [] : [repeats]),
    ...(when ? [`when ${when.person ?? "someone"} writes about ${when.about}`] : []),
  ];
  return `${id}  ${text} (${time.join(", ")})`;
}
