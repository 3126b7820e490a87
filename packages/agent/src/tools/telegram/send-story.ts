import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT, workspacePath } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";

/** Publishes a story of the account. */
export const telegramSendStory = declareTool({
  name: "telegram_send_story",
  summary:
    "Publish a story on your own Telegram profile: a photo or video from the workspace " +
    "with a caption, for everyone, contacts or close friends. To send it to one chat, use " +
    "telegram_send_photo or telegram_send_video.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "same-key",
  timeoutMs: 600_000,
  params: z.object({
    path: workspacePath("The photo or video to publish", "downloads/sunset.jpg"),
    caption: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Text to show below the story, up to 200 characters."),
    privacy: z
      .enum(["everyone", "contacts", "close_friends"])
      .default("everyone")
      .describe("Who can see the story."),
    duration: z
      .number()
      .int()
      .min(1)
      .max(60)
      .optional()
      .describe("Length of the video in seconds, from 1 to 60. Default: measured from the file."),
  }),
  utterances: [
    "post sunset.jpg as my story",
    "put the teaser video in my stories for contacts only",
    "share this photo in a story with close friends",
    'publish a story that says "we are open again"',
    "everyone should see the launch clip on top of their chat list today",
    "mets la photo de la plage en story",
    "pubblica il video del concerto nelle mie storie",
    "posta essa imagem nos meus stories só para amigos próximos",
    "виклади фото торта в сторіс",
    "wrzuć zdjęcie z gór na relację",
    "この夕焼けの写真をストーリーに上げて",
  ],

  confirm: ({ path, caption: words, privacy }, { language }) =>
    texts(language).questions.telegram.sendStory[privacy]({
      path: quoted(path),
      caption: quotedIf(words),
    }),
});
