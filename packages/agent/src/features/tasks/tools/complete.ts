import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { idOf } from "../../../tools/item-params.ts";
import { formatTask } from "./format-task.ts";

/** Marks a to-do as done. Doing it twice changes nothing. */
export const taskComplete = defineTool({
  name: "task_complete",
  summary:
    "Mark a to-do as done: check the task off the list. Use it when people say that they did something they had to do. " +
    "Find its id with task_list.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["tasks"],
  utterances: [
    "the tax form is in the post, cross it off",
    "I bought the paint, that one's finished",
    "check off 'renew passport'",
    "Just called the landlord, so you can tick that box",
    "milk: got it",
    "Ho spedito il contratto, segnalo come fatto",
    "انتهيت من تنظيف المرآب، أشّر عليها كمنجزة",
    "Die Reifen sind gewechselt, kannst du abhaken",
    "Отчёт сдал, закрывай задачу",
    "Ya he pagado la matrícula, márcalo como hecho",
    "作业交了,把那一项勾掉",
  ],
  params: z.object({ id: idOf("to-do", "task_list") }),

  async run({ id }, { tasks }) {
    return formatTask(await tasks.update(id, { status: "done" }));
  },
});
