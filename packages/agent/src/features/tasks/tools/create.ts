import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { moment } from "../../../tools/item-params.ts";
import { itemId } from "../../../tools/item-id.ts";
import { formatTask } from "./format-task.ts";
import { priority, project, taskTitle } from "./params.ts";

/** Adds a to-do to the list of the person who asks, once a call. */
export const taskCreate = defineTool({
  name: "task_create",
  summary:
    "Add a to-do to the person's task list, with a due date, priority and project if they " +
    "name them. Use it for things that they have to do. For a reminder at a time, use " +
    "reminder_create.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["tasks"],
  utterances: [
    "add 'book the ferry' to my list",
    "I need to get the boiler serviced by the end of March",
    "to-do: order printer paper",
    "put buying a gift for Leyla down as urgent",
    "new item for the kitchen project, measure the worktop",
    "Ich muss bis Freitag noch den Mietvertrag kündigen, schreib das auf die Liste",
    "Добавь в дела: заменить фильтр, срок до пятницы",
    "待办加一条:周五前交水电费",
    "Apúntame como tarea llevar el coche al taller",
    "Dopisz do listy zadań: odebrać garnitur z pralni",
    "ajoute « relancer le plombier » dans mes choses à faire",
  ],
  params: z.object({
    title: taskTitle(),
    due: moment("When the task is due").optional(),
    priority: priority().default("normal"),
    project: project("The project or list that the task belongs to").optional(),
    notes: z
      .string()
      .trim()
      .min(1)
      .max(5_000)
      .optional()
      .describe("Details, such as links or who it is for."),
  }),

  async run(draft, { tasks, callId }) {
    return formatTask(await tasks.create({ ...draft, id: itemId("task", callId) }));
  },
});
