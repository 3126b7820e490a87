import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { caption, chatId, replyToId, workspacePath, targetOf } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Sends a file of the workspace into a chat. */
export const telegramSendDocument = defineTool({
  name: "telegram_send_document",
  summary:
    "Send a file from the workspace (PDF, spreadsheet, archive, any document) to a chat as " +
    "an attachment, with an optional caption. To show pictures, use telegram_send_photo; " +
    "for clips, use telegram_send_video.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 600_000,
  params: z.object({
    chatId: chatId("The chat to send the file to"),
    path: workspacePath("The file to send", "downloads/report.pdf"),
    caption: caption(),
    replyToId: replyToId(),
  }),
  utterances: [
    "send the quarterly report.pdf to Julia",
    "drop the March invoice file into the accounting group",
    "share contract-v2.docx with @peter and say it's the final one",
    "can you attach the spreadsheet and get it over to the project chat",
    "he needs the zip from our workspace, pass it to him on Telegram",
    "envoie le fichier budget.xlsx à Camille",
    "manda il PDF del contratto nel gruppo dei soci",
    "envia o arquivo da proposta para o Rafael",
    "надішли Марині договір у форматі docx",
    "wyślij plik z fakturą do księgowej Ewy",
    "議事録のPDFを営業チームに送っておいて",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, path, caption: words }, { language }) =>
    texts(language).questions.telegram.sendDocument({
      path: quoted(path),
      chat: nameChat(chat, language),
      caption: quotedIf(words),
    }),

  async run({ chatId: chat, path, caption: words, replyToId: message }, context) {
    const { telegram, callId, signal } = context;
    const file = await readFileToSend(path, context);
    const post = { type: "document", file, caption: words } as const;
    return telegram.post(chat, post, { callId, signal, replyToId: message });
  },
});
