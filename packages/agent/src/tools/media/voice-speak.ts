import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { quoted } from "../quoted.ts";

/** Says a text in the chat that is answered. */
export const voiceSpeak = declareTool({
  name: "voice_speak",
  summary:
    "Say a text aloud: send it as a voice note into the current chat, in the voice of your choice. " +
    "Use it when people want to hear something; a recording in another chat is sent with telegram_send_voice.",
  effect: "send",
  scope: "always",
  access: "anyone",
  timeoutMs: 60_000,
  awaits: "a voice (text to speech)",
  utterances: [
    "read that out to me",
    "answer with audio, I'm driving",
    "How do you pronounce 'Worcestershire'? Let me hear it",
    "tell me the bedtime story in your own voice",
    "I'd rather listen than read, can you talk?",
    "Lies mir das bitte vor",
    "Озвучь это сообщение голосом",
    "用语音念给我听",
    "Respóndeme con una nota de voz",
    "Przeczytaj mi to na głos",
    "dis-le-moi à l'oral plutôt",
  ],
  params: z.object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .describe("What to say, as it is spoken: whole sentences, no markup or links."),
    voice: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Name of the voice, such as "en-GB-RyanNeural". Default: one for the language.'),
  }),

  confirm: ({ text }) => `Say ${quoted(text)} in this chat?`,
});
