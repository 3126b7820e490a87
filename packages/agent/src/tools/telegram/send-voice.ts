import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { caption, chatId, replyToId, workspacePath, targetOf } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Sends a voice message, recorded or spoken from text. */
export const telegramSendVoice = defineTool({
  name: "telegram_send_voice",
  summary:
    "Send a voice message (voice note, audio) to a chat: an audio file from the workspace, " +
    "or text spoken aloud by text to speech. To write instead, use telegram_send_message.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 180_000,
  params: z
    .object({
      chatId: chatId("The chat to send the voice message to"),
      text: z
        .string()
        .trim()
        .min(1)
        .max(4096)
        .optional()
        .describe("Text to say aloud. Omit it if you set path."),
      path: workspacePath(
        "The recording (OGG, MP3 or WAV) to send instead of text",
        "downloads/greeting.ogg",
      ).optional(),
      voice: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .describe(
          'The provider\'s name for the voice, such as "en-US-AriaNeural". Default: the configured voice.',
        ),
      duration: z
        .number()
        .int()
        .min(1)
        .max(3_600)
        .optional()
        .describe("Length of the recording in seconds. Default: what Telegram finds."),
      caption: caption(),
      replyToId: replyToId(),
    })
    .refine(
      ({ text, path }) => (text === undefined) !== (path === undefined),
      "set either text or path",
    ),
  utterances: [
    "record a voice message to Sophie saying I'm ten minutes late",
    "say it out loud to him instead of typing",
    "read this summary aloud for the team as a voice note",
    "let dad hear greeting.ogg as if I had recorded it in the chat",
    "speak the good-night story to the kids with a female voice",
    "envoie un vocal à Hugo pour lui dire que j'arrive",
    "manda un vocale a Sara con gli auguri",
    "manda um áudio pra minha mãe dizendo que cheguei bem",
    "надішли голосове Андрію, що зустріч перенесли",
    "nagraj głosówkę do Piotra, że oddzwonię wieczorem",
    "「もうすぐ着くよ」と妻に音声で伝えて",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: id, text, path, caption: words }, { language }) => {
    const { sendRecording, sendSpoken } = texts(language).questions.telegram;
    const to = { chat: nameChat(id, language), caption: quotedIf(words) };
    if (text !== undefined) return sendSpoken({ text: quoted(text), ...to });
    return sendRecording({ path: quoted(path ?? ""), ...to });
  },

  async run(
    { chatId: chat, text, path, voice, duration, caption: words, replyToId: message },
    context,
  ) {
    const { telegram, callId, signal } = context;
    const options = { callId, signal, replyToId: message };
    if (text !== undefined)
      return telegram.post(chat, { type: "speech", text, voice, caption: words }, options);
    const file = await readFileToSend(path ?? "", context);
    return telegram.post(chat, { type: "voice", file, duration, caption: words }, options);
  },
});
