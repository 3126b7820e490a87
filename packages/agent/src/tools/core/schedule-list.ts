import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** As many as one can take in. */
const LIMIT = 50;

/** Lists scheduled jobs, the next one first. */
export const scheduleList = defineTool({
  name: "schedule_list",
  summary:
    "List the agent's scheduled jobs with their ids, last result and next run. " +
    "Use it to say what you do on your own and when. For the person's reminders, use reminder_list.",
  effect: "read",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["schedules"],
  utterances: [
    "what do you run automatically?",
    "when's the next weekly digest going out",
    "list my cron jobs",
    "Did last night's job work?",
    "which recurring chores have I handed over to you?",
    "Quali lavori automatici sono attivi e quando partono?",
    "ما المهام المجدولة وموعد تشغيلها القادم؟",
    "Welche geplanten Aufträge laufen bei dir gerade?",
    "Что у тебя запланировано выполнять самостоятельно?",
    "¿Qué trabajos programados tienes y cuándo corrieron por última vez?",
    "你现在有哪些定时任务在跑",
  ],
  params: z.object({
    status: z
      .enum(["active", "done", "failed", "cancelled", "all"])
      .default("active")
      .describe("Which jobs: active (they will run again), done, failed, cancelled, or all."),
  }),

  run: ({ status }, { schedules }) => schedules.list({ status, limit: LIMIT }),
});
