import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { chatId, messageId } from "./params.ts";

/** Saves what a message carries as a file of the workspace. */
export const telegramDownloadMedia = defineTool({
  name: "telegram_download_media",
  summary:
    "Download the media of a message (photo, video, document, voice, attachment) and save " +
    "it as a file in the downloads folder in the workspace, to read, analyse, send or " +
    "forward it.",
  effect: "write",
  scope: "always",
  access: "member",
  needs: ["telegram", "attachments", "workspace"],
  resultOrigin: "services",
  replay: "rerun",
  timeoutMs: 600_000,
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("The message that contains the file"),
    filename: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .regex(/^[^/\\]+$/, "a file name has no slashes")
      .optional()
      .describe(
        'Name to save the file under, with a matching extension, such as "invoice.pdf". Default: the file\'s own name.',
      ),
  }),
  utterances: [
    "save the PDF Anna just sent to my workspace",
    "grab that clip from message 778 and keep it as a file",
    "store the picture he posted among the neighbours on disk",
    "get me the attachment from her last message so we can open it",
    "pull down the voice note from dad as an ogg",
    "Speicher das Bild, das Tom eben geschickt hat, in den Arbeitsordner",
    "descarga el vídeo que mandó mi hermana anoche",
    "скачай документ, который прислал бухгалтер",
    "把阿杰刚发的那张照片存到工作区",
    "veli grubuna atılan son videoyu indirip kaydet",
    "نزّل الملف الذي بعثه أحمد قبل قليل واحفظه عندك",
  ],

  async run({ chatId: chat, messageId: message, filename }, { attachments, workspace }) {
    const found = await attachments.ofMessage(String(message), { chatId: chat });
    if (found.length === 0)
      throw new Fault("missing", `The message ${message} has no file, or it is not known here.`, {
        hint: "Use the id of a message in this chat that came with a file.",
      });
    const saved = [];
    for (const [index, { name, data }] of found.entries()) {
      const wanted = index === 0 ? (filename ?? name) : name;
      const options = { append: false, createFolders: true };
      saved.push(await workspace.write(`downloads/${wanted}`, data, options));
    }
    return { saved };
  },
});
