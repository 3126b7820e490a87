import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { idOf, moment } from "../../../tools/item-params.ts";
import { formatTask } from "./format-task.ts";
import { priority, taskTitle } from "./params.ts";

/** Changes the fields that are given. Doing it twice leaves the same to-do. */
export const taskUpdate = defineTool({
  name: "task_update",
  summary:
    "Change a to-do: its title, due date, priority or status. Omitted fields keep their values. " +
    "Use it to postpone, rename or reopen a task. Find its id with task_list first.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["tasks"],
  utterances: [
    "move the tax thing to next week",
    "make the visa application top priority",
    "I ticked off the oven by mistake, put it back as open",
    "Rename 'presents' to 'presents for the twins'",
    "the slides are due Wednesday now, not Tuesday",
    "Verschieb die Aufgabe mit dem Keller auf Samstag",
    "Сдвинь срок по презентации на четверг",
    "把报税那项的截止日期改到月底",
    "Baja la prioridad de lo de la pintura",
    "Zmień termin zadania z fakturą na piątek",
    "sposta a lunedì la scadenza del preventivo",
  ],
  params: z.object({
    id: idOf("to-do", "task_list"),
    title: taskTitle().optional(),
    due: moment("The new due date").optional(),
    priority: priority().optional(),
    status: z
      .enum(["todo", "done"])
      .optional()
      .describe("todo reopens the task; done checks it off."),
  }),

  async run({ id, ...patch }, { tasks }) {
    if (Object.values(patch).every((value) => value === undefined)) {
      throw new Fault("invalid", `Nothing to change in task ${id}.`, {
        hint: "Pass a title, a due date, a priority or a status.",
      });
    }
    return formatTask(await tasks.update(id, patch));
  },
});
