import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { MEETINGS } from "./params.ts";

/** Stores a meeting, once a call; a recording is transcribed first. */
export const meetingSave = declareTool({
  name: "meeting_save",
  summary:
    "Save a meeting: its transcript or audio recording with title, date and people, so that it can be searched and summarized. " +
    "To put a future meeting into the calendar, use calendar_create.",
  effect: "write",
  scope: "always",
  access: "owner",
  replay: "same-key",
  timeoutMs: 600_000,
  requires: MEETINGS,
  utterances: [
    "here's the recording of our call with Northwind, file it",
    "store this transcript as 'Board, October'",
    "Keep the minutes from today's kickoff, Ana and Joel were there",
    "I recorded the interview this morning, transcribe and archive it",
    "log that phone conference from the 3rd",
    "Enregistre la transcription de la réunion d'équipe d'hier",
    "Збережи запис нашої розмови з підрядником",
    "今日の定例の文字起こしを保管しておいて",
    "Guarda a gravação da reunião com o cliente de ontem",
    "Bu toplantı dökümünü Bütçe başlığıyla sakla",
    "сохрани расшифровку созвона с поставщиком",
  ],
  params: z
    .object({
      title: z
        .string()
        .trim()
        .min(1)
        .max(300)
        .describe('Title of the meeting, such as "Kickoff with Northwind".'),
      transcript: z
        .string()
        .trim()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe("Transcript of the meeting, as text."),
      path: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe(
          'Path of a recording or transcript in the workspace, such as "downloads/call.mp3".',
        ),
      date: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .optional()
        .describe(
          'When the meeting took place, such as "2026-01-31", "2026-01-31T15:30+01:00" or ' +
            '"yesterday". Default: today.',
        ),
      attendees: z
        .array(z.string().trim().min(1).max(200))
        .max(100)
        .optional()
        .describe('Names of the participants, such as "Ana Silva".'),
    })
    .refine(
      ({ transcript, path }) => (transcript === undefined) !== (path === undefined),
      "set either a transcript or a path",
    ),
});
