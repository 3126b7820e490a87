import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { jobId } from "./params.ts";

/** Cancels a scheduled job. Doing it twice changes nothing. */
export const scheduleCancel = defineTool({
  name: "schedule_cancel",
  summary:
    "Cancel a scheduled job, so that it no longer runs, even if it repeats. " +
    "For the person's reminders, use reminder_cancel. Find its id with schedule_list.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["schedules"],
  utterances: [
    "stop sending me the weekly crypto report",
    "kill the nightly backup job",
    "No more automatic price checks, please",
    "that hourly thing you do with the server status, quit it",
    "unschedule tomorrow's summary run",
    "Der tägliche Bericht um acht soll nicht mehr laufen",
    "Больше не запускай еженедельную сводку",
    "取消每天早上自动整理邮件的任务",
    "Deja de ejecutar la revisión automática de los lunes",
    "Wyłącz to cykliczne sprawdzanie kursów",
    "arrête la tâche automatique du vendredi",
  ],
  params: z.object({ id: jobId() }),

  run: ({ id }, { schedules }) => schedules.cancel(id),
});
