import { type Schedule, schedules, type ShownSchedule } from "@reeve/operations/work/schedules";
import { truncateToLine } from "../../kernel/text/truncate.ts";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve schedule`. */
export const scheduleCommand = defineCommandLine({
  command: "schedule",
  operations: schedules,
  show: {
    list: ({ items }) => linesOf(items, toLine, "Nothing is scheduled."),
    show: toText,
    create: ({ id, when }) => `${id} will run ${when}.`,
    run: ({ job }) => `${job} is running now.`,
    depend: ({ job, dependsOn }) =>
      `${job} waits for ${dependsOn.length > 0 ? dependsOn.join(", ") : "none"}.`,
    cancel: ({ job }) => `${job} was cancelled.`,
  },
  read: { depend: ({ words: [id = "", ...on] }) => ({ id, on }) },
});

function toLine({ id, kind, text, when, next, status, place: chat }: Schedule): string {
  const at = next?.text ?? status;
  return `${id.padEnd(18)} ${at.padEnd(20)} ${kind.padEnd(8)} ${truncateToLine(text)} (${when}; ${chat})`;
}

function toText(job: ShownSchedule): string {
  const {
    id,
    kind,
    text,
    when,
    next,
    status,
    maker,
    place: chat,
    dependsOn,
    integrity,
    runs,
  } = job;
  return [
    `${id}  ${kind}, ${status}`,
    `text     ${text}`,
    `when     ${when}`,
    `next     ${next?.text ?? "only when you run it"}`,
    `for      ${maker}, in ${chat}`,
    `trust    ${integrity}`,
    ...(dependsOn.length > 0 ? [`after    ${dependsOn.join(", ")}`] : []),
    ...runs.map(
      ({ instant, state, result }) =>
        `run      ${new Date(instant).toISOString().slice(0, 16)}Z ${state}${result ? `: ${truncateToLine(result, RESULT_CHARS)}` : ""}`,
    ),
  ].join("\n");
}

const RESULT_CHARS = 100;
