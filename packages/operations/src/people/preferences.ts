import { z } from "zod";
import { words } from "../fields.ts";
import { defineOperation } from "../operation.ts";

const shown = z
  .object({
    timeZone: z.string(),
    quiet: z.string().nullable().describe("Quiet hours, such as `22:00-07:00`."),
    chat: z.string().nullable().describe("The chat for proactive messages, as `channel/chat`."),
    briefing: z.string().nullable().describe("When the daily briefing is sent, such as `07:30`."),
    language: z.string().nullable(),
  })
  .meta({ id: "Preferences" });

export type PreferencesView = z.output<typeof shown>;

/** Operations on the caller's notification preferences. */
export const preferences = {
  show: defineOperation({
    name: "preferences.show",
    summary: "Show your time zone, language, quiet hours, daily briefing and default chat.",
    input: z.object({}),
    output: shown,
    effect: "read",
    scope: "read",
    http: "GET /v1/preferences",
    cli: { verb: "show" },
  }),
  update: defineOperation({
    name: "preferences.update",
    summary:
      "Change your preferences. Omitted fields keep their values; null resets one to its configured value.",
    input: z.object({
      timeZone: words(100).nullish().describe("An IANA time zone, such as Europe/Lisbon."),
      quiet: words(100).nullish().describe("Quiet hours, such as 22:00-07:00."),
      chat: words(100)
        .nullish()
        .describe("A direct chat for proactive messages, as channel/chat, or `here`."),
      language: words(100)
        .nullish()
        .describe(
          "The language of built-in messages, such as de. If null, the client's language is used.",
        ),
      briefing: words(100).nullish().describe("When to send the daily briefing, such as 07:30."),
    }),
    output: shown,
    effect: "change",
    scope: "chat",
    conversation: { is: "The chat that `here` refers to.", or: "own" },
    http: "PATCH /v1/preferences?conversation",
    cli: [
      {
        verb: "set",
        summary: "Set a preference: time-zone, quiet, chat, briefing or language.",
        usage: "<name> <value>…",
        example: "quiet 22:00-07:00",
      },
      {
        verb: "unset",
        summary: "Reset a preference to its configured value.",
        usage: "<name>",
        example: "quiet",
      },
    ],
  }),
};
