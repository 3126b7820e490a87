import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { workspacePath } from "./params.ts";
import { POSTING, readFileToSend } from "./posting.ts";
import { quoted, quotedIf } from "../quoted.ts";

/** Publishes a story of the account. */
export const telegramSendStory = defineTool({
  name: "telegram_send_story",
  summary:
    "Publish a story on your own Telegram profile: a photo or video from the workspace " +
    "with a caption, for everyone, contacts or close friends. To send it to one chat, use " +
    "telegram_send_photo or telegram_send_video.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram", "workspace"],
  ...POSTING,
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

  async run({ path, caption, privacy, duration }, context) {
    const { telegram, callId, signal } = context;
    const type = typeOf(path);
    const file = await readFileToSend(path, context);
    return telegram.story({ type, file, caption, privacy, duration }, { callId, signal });
  },
});

function typeOf(path: string): "photo" | "video" {
  if (/\.(png|jpe?g|webp)$/i.test(path)) return "photo";
  if (/\.(mp4|mov)$/i.test(path)) return "video";
  throw new Fault("invalid", `A story is a photo or a video, but ${path} is neither.`, {
    hint: "Use a JPEG or PNG image, or an MP4 video.",
  });
}
