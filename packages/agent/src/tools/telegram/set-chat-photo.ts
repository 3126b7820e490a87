import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { chatId, workspacePath } from "./params.ts";
import { quoted } from "../quoted.ts";
import { readFileToSend } from "./posting.ts";

/** Changes or removes the picture of a group or channel. */
export const telegramSetChatPhoto = defineTool({
  name: "telegram_set_chat_photo",
  summary:
    "Set the photo (picture, avatar, icon) of this group or channel from an image file in " +
    "the workspace, or delete it. For its name and description, use " +
    "telegram_edit_channel_info.",
  effect: "send",
  scope: "group-only",
  access: "admin",
  needs: ["telegram", "workspace"],
  resultOrigin: "services",
  replay: "rerun",
  timeoutMs: 120_000,
  params: z
    .object({
      chatId: chatId("The group or channel"),
      photoPath: workspacePath("The image to set", "downloads/logo.png").optional(),
      deletePhoto: z
        .boolean()
        .default(false)
        .describe("Delete the current photo instead of setting a new one."),
    })
    .refine(
      ({ photoPath, deletePhoto }) => (photoPath !== undefined) !== deletePhoto,
      "set either photoPath or deletePhoto",
    ),
  utterances: [
    "use downloads/logo.png as the group picture",
    "change this chat's avatar to the sunset image",
    "remove the group photo",
    "our group needs a new icon, take the one I just sent you",
    "set harbour.jpg as the picture of the channel",
    "ustaw to zdjęcie jako ikonę grupy",
    "غيّر صورة المجموعة إلى الشعار الجديد",
    "grubun resmini downloads/kapak.jpg yap",
    "mets cette image comme photo du groupe",
    "nimm das Bild vom Ausflug als Gruppenfoto",
    "удали аватарку этой группы",
  ],

  confirm: ({ chatId: chat, photoPath: path }, { language }) => {
    const { setChatPhoto, deleteChatPhoto } = texts(language).questions.telegram;
    return path === undefined
      ? deleteChatPhoto({ chat })
      : setChatPhoto({ chat, path: quoted(path) });
  },

  async run({ chatId: chat, photoPath: path }, context) {
    const { telegram, signal } = context;
    const photo = path === undefined ? undefined : await readFileToSend(path, context);
    await telegram.setChatPhoto(chat, photo, { signal });
    return { changed: chat };
  },
});
