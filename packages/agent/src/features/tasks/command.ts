import { defineCommandLine } from "../../operations/cli.ts";
import { DELETED, linesOf } from "../../operations/lines.ts";
import { type Task, tasks } from "@reeve/operations/work/tasks";

/** `reeve tasks`. */
export const tasksCommand = defineCommandLine({
  command: "tasks",
  operations: tasks,
  former: { change: "update", open: "reopen" },
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no tasks."),
    create: toLine,
    update: toLine,
    delete: () => DELETED,
  },
});

function toLine({ id, title, status, priority, due, project }: Task): string {
  const facts = [
    ...(due ? [`due ${due.text}`] : []),
    ...(priority === "normal" ? [] : [`${priority} priority`]),
    ...(project === undefined ? [] : [project]),
  ];
  const box = status === "done" ? "[x]" : "[ ]";
  return `${box} ${id}  ${title}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}
