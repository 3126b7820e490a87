import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { truncateToLine } from "../../../kernel/text/truncate.ts";
import { texts } from "../../../platform/texts.ts";
import { idOf } from "../../../tools/item-params.ts";
import { MAX_NAME, showId } from "../../../tools/show-id.ts";

/** More tasks than a person has. */
const MAX_TASKS = 100_000;

/** Deletes a to-do for good, after a person agreed. Doing it twice changes nothing. */
export const taskDelete = defineTool({
  name: "task_delete",
  summary:
    "Permanently delete a to-do, as if it had never been on the task list; the person is asked first. " +
    "For a task that was done, use task_complete. Find its id with task_list, and never guess one.",
  effect: "destroy",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["tasks"],
  utterances: [
    "take the ukulele lessons off my list, I changed my mind",
    "scrap the task about the fence",
    "Remove 'sell the bike' altogether, not doing that any more",
    "that duplicate entry for the plumber, bin it",
    "I don't need the Berlin trip to-do, get rid of it",
    "Enlève la tâche « réserver l'hôtel », le voyage est annulé",
    "Прибери зі списку справ ремонт велосипеда, вже не актуально",
    "タスクから「英会話を申し込む」を消しておいて",
    "Apaga a tarefa do passaporte, criei por engano",
    "Yapılacaklardan boya işini tamamen sil",
    "удали дело про гараж, оно больше не нужно",
  ],
  params: z.object({ id: idOf("to-do", "task_list") }),

  confirm: ({ id }, view) => texts(view.language).questions.tasks.delete({ id: showId(id, view) }),
  done: ({ id }, view) => texts(view.language).results.tasks.delete({ id: showId(id, view) }),

  async names({ id }, { tasks }) {
    const task = (await tasks.list({ limit: MAX_TASKS })).find((one) => one.id === id);
    return task ? { [id]: truncateToLine(task.title, MAX_NAME) } : {};
  },

  async run({ id }, { tasks, callId }) {
    await tasks.remove(id, { key: callId });
    return { deleted: id };
  },
});
