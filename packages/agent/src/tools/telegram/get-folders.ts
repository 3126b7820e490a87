import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists the account's chat folders. */
export const telegramGetFolders = declareTool({
  name: "telegram_get_folders",
  summary:
    "List your chat folders (tabs, filters) with their numbers, names, rules and chats. Use " +
    "it to find a folderId.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({}),
  utterances: [
    "what chat folders do I have?",
    "show my tabs and what's in them",
    "which folder is the residents' group in?",
    "list the filters I set up for my chats",
    "how is my chat list organised",
    "¿qué carpetas de chats tengo?",
    "які в мене теки з чатами?",
    "チャットのフォルダ一覧を見せて",
    "quali cartelle ho creato per le chat?",
    "liste mes dossiers de discussions",
    "ما هي المجلدات الموجودة عندي للمحادثات؟",
  ],
});
