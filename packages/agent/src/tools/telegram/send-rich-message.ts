import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { caption, chatId, replyToId, workspacePath, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Posts text and media as one message. */
export const telegramSendRichMessage = defineTool({
  name: "telegram_send_rich_message",
  summary:
    "Post one rich message in which text alternates with photos, videos or files from the " +
    "workspace (article, illustrated post, report). For a single picture, use " +
    "telegram_send_photo; for text alone, use telegram_send_message.",
  effect: "send",
  scope: "admin-only",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 600_000,
  params: z.object({
    chatId: chatId("The chat to post the message in"),
    text: z
      .string()
      .trim()
      .min(1)
      .max(32_768)
      .describe(
        'Complete text in Markdown. To place a file, put its number on a separate line: "{{1}}" is the first file in media.',
      ),
    media: z
      .array(
        z.object({
          path: workspacePath("The photo, video or other file", "downloads/beach.jpg"),
          caption: caption(),
        }),
      )
      .min(1)
      .max(50)
      .describe("Files, in order: 1 to 50."),
    replyToId: replyToId(),
  }),
  utterances: [
    "publish an article with pictures between the paragraphs, all in one go",
    "make one post: intro, photo of the office, then the video, then the closing lines",
    "write a travel report for the channel with my five photos placed inside the text",
    "I'd like a nicely laid out announcement that mixes images and words, not separate messages",
    "combine these charts and my comments into a single illustrated post",
    "Bau einen Beitrag über den Ausflug mit Bildern zwischen den Absätzen, alles in einer Nachricht",
    "publica la receta con fotos intercaladas entre los pasos",
    "собери один пост о поездке: текст, фото, снова текст и видео",
    "在频道发一篇图文混排的游记",
    "metinle görsellerin iç içe olduğu tek bir tanıtım gönderisi hazırla ve kanala koy",
    "انشر تقريرًا واحدًا عن الرحلة تتناوب فيه الفقرات مع الصور",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, text, media }, { language }) =>
    texts(language).questions.telegram.sendRichMessage({
      text: quoted(text),
      files: media.map(({ path, caption: words }) => withCaption(path, words)).join(", "),
      chat: nameChat(chat, language),
    }),

  async run({ chatId: chat, text, media, replyToId: message }, context) {
    const { telegram, callId, signal } = context;
    const files = [];
    for (const { path, caption: words } of media)
      files.push({ file: await readFileToSend(path, context), caption: words });
    const post = { type: "rich", text, media: files } as const;
    return telegram.post(chat, post, { callId, signal, replyToId: message });
  },
});

function withCaption(path: string, words: string | undefined): string {
  return words === undefined ? quoted(path) : `${quoted(path)} (${quoted(words)})`;
}
