import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";

/** Says a text in the chat that is answered. */
export const voiceSpeak = defineTool({
  name: "voice_speak",
  summary:
    "Say text aloud: send it as a voice note to the current chat, in the voice of your " +
    "choice. Use it when people want to hear something; to send a recording to another " +
    "chat, use telegram_send_voice.",
  effect: "send",
  scope: "always",
  access: "anyone",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["speaking"],
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
      .describe(
        "Text to say, written the way it is spoken: whole sentences, without markup or links.",
      ),
    voice: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}_ .()+-]*$/u, "it must be the name of a voice")
      .optional()
      .describe(
        'Name of the voice, such as "en-GB-RyanNeural". Default: a voice for the ' +
          "language of the text.",
      ),
  }),

  targetChat: () => "here",
  confirm: ({ text }, { language }) =>
    texts(language).questions.media.speak({ text: quoted(text) }),

  async run({ text, voice }, { speaking, callId }) {
    const { as } = await speaking.say(text, { key: callId, voice });
    if (as === "voice") return { said: "as a voice note" };
    return { said: "in writing, because this chat cannot play audio" };
  },
});
