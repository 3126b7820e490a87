import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Composes the briefing of a day. */
export const briefingGet = defineTool({
  name: "briefing_get",
  summary:
    "Compose the briefing for a day in one step: calendar, tasks due, reminders, unread mail, news and something to read. " +
    "Use it for an overview of a day. For only one of these, use its own tool.",
  effect: "read",
  scope: "always",
  access: "member",
  timeoutMs: 60_000,
  resultOrigin: "services",
  needs: ["briefing"],
  utterances: [
    "what's on today?",
    "good morning, fill me in",
    "Give me the rundown for tomorrow",
    "catch me up: appointments, mail, anything I should know before I leave the house",
    "What does my Monday look like overall",
    "Was steht heute an?",
    "Gib mir den Überblick für morgen, alles auf einmal",
    "Что у меня сегодня по плану, коротко обо всём",
    "早上好,今天有什么安排和新消息?",
    "Hazme un resumen de cómo viene mi día",
    "Co mnie dziś czeka? Streść wszystko w kilku zdaniach",
    "fais-moi le point de la journée",
  ],
  params: z.object({
    date: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe('Day of the briefing, such as "2026-01-31" or "tomorrow". Default: today.'),
  }),

  run: async (options, { briefing }) => (await briefing.get(options)).text,
});
