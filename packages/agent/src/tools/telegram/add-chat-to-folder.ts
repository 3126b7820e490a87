import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, folderId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Puts a chat into a chat folder that exists. */
export const telegramAddChatToFolder = declareTool({
  name: "telegram_add_chat_to_folder",
  summary:
    "Add a chat, group or channel to an existing chat folder (tab, filter). Find the " +
    "folder with telegram_get_folders; to make a new one, use telegram_create_folder.",
  effect: "write",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    folderId: folderId(),
    chatId: chatId("The chat to add"),
  }),
  utterances: [
    "put the residents' group into my Home folder",
    "move @slowradio to the Podcasts tab",
    "file this conversation under Work",
    "the chat with Marta belongs in Family, sort it in there",
    "add my three supplier chats to the folder Orders",
    "dodaj czat z szefem do folderu Praca",
    "أضف هذه المحادثة إلى مجلد العائلة",
    "bu grubu İş klasörüne ekle",
    "range la chaîne @carnetsdemer dans le dossier Lecture",
    "leg den Chat mit Oma in den Ordner Familie",
    "добавь этот чат в папку «Работа»",
  ],
});
