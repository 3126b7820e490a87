import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, moment } from "../../../tools/item-params.ts";
import { formatTask } from "./format-task.ts";
import { project } from "./params.ts";

/** Lists to-dos, those that are due first. */
export const taskList = defineTool({
  name: "task_list",
  summary:
    "List the person's to-dos: open or done tasks, tasks in one project, or tasks due before a date. " +
    "Use it to say what is left to do or overdue, and to find a task's id.",
  effect: "read",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["tasks"],
  utterances: [
    "what do I still have to do?",
    "my to-dos for the move",
    "anything overdue?",
    "Show me everything that has to be finished before Sunday",
    "which chores did I tick off this month",
    "Quali cose mi restano da fare questa settimana?",
    "ما المهام المتبقية عليّ قبل الخميس؟",
    "Was ist bei mir noch offen?",
    "Какие у меня незакрытые дела по ремонту?",
    "Enséñame los pendientes del proyecto web",
    "看看我还有哪些待办没做完",
  ],
  params: z.object({
    status: z
      .enum(["todo", "done", "all"])
      .default("todo")
      .describe("Which to-dos: todo (open), done, or all."),
    project: project("Only to-dos in this project or list").optional(),
    dueBefore: moment("Only to-dos that are due before this time").optional(),
    limit: limit("to-dos"),
  }),

  async run({ status, ...query }, { tasks }) {
    const found = await tasks.list({ ...query, ...(status !== "all" && { status }) });
    return { tasks: found.map(formatTask) };
  },
});
