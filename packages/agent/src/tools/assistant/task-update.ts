import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { idOf, moment, priority, TASKS, taskTitle } from "./params.ts";

/** Changes the fields that are given. Doing it twice leaves the same to-do. */
export const taskUpdate = declareTool({
  name: "task_update",
  summary:
    "Change a to-do: its title, due date, priority or status; what you leave out stays. " +
    "Use it to postpone, rename or reopen a task. Find its id with task_list first.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  awaits: TASKS,
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
    due: moment("When it has to be done now").optional(),
    priority: priority().optional(),
    status: z
      .enum(["todo", "done"])
      .optional()
      .describe("todo opens it again; done checks it off."),
  }),
});
