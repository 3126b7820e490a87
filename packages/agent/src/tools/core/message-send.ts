import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import type { OutgoingFile } from "../conversations.ts";
import { quoted, quotedIf } from "../quoted.ts";

/** Maximum size of all files of a message. */
const MAX_BYTES = 50 * 1024 * 1024;
const HERE = "here";

/** Sends text and files into a conversation, on whatever channel it is. */
export const messageSend = defineTool({
  name: "message_send",
  summary:
    "Hand over files of the workspace (document, photo, recording, report) in this chat, or " +
    "send text and files to someone else whom you know, on whatever app they use. For a " +
    "plain answer to this chat, just answer.",
  effect: "send",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["conversations", "workspace"],
  sensitiveArguments: { to: "recipient", text: "body", files: "path" },
  timeoutMs: 120_000,
  params: z
    .object({
      to: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .default(HERE)
        .describe(
          'Recipient: "here" for this chat, a person by name or id, or a chat as channel/id, such as "telegram-bot/-1001234567890".',
        ),
      text: z
        .string()
        .trim()
        .min(1)
        .max(16_000)
        .optional()
        .describe("The message, in Markdown. Omit it to send files alone."),
      files: z
        .array(z.string().min(1).max(1000))
        .max(10)
        .default([])
        .describe('Files to send, as paths in the workspace such as "downloads/report.pdf".'),
    })
    .refine(({ text, files }) => text !== undefined || files.length > 0, "set text, files or both"),
  utterances: [
    "send me the report as a file",
    "give me that spreadsheet here",
    "let me have the log as an attachment",
    "hand me the invoice PDF",
    "tell Carla on WhatsApp I'm late",
    "schick mir die Datei hier in den Chat",
    "gib mir die Tabelle als Anhang",
    "envoie-moi le document ici",
    "mándale a Lucía el archivo de la reunión",
    "отправь мне этот файл сюда",
    "把那份报告发给我",
    "dosyayı bana buradan gönder",
  ],

  targetChat: ({ to }) => (to === HERE ? "here" : "elsewhere"),

  confirm: ({ to, text, files }, { language, names }) => {
    const { send, sendFiles, here } = texts(language).questions.message;
    const recipient = to === HERE ? here : (names?.[to] ?? quoted(to));
    const words = quotedIf(text);
    if (files.length === 0) return send({ text: words ?? "", recipient });
    return sendFiles({ files: files.map(quoted).join(", "), recipient, text: words });
  },

  done: ({ to, text, files }, { language, names }) => {
    const { results, questions } = texts(language);
    const recipient = to === HERE ? questions.message.here : (names?.[to] ?? quoted(to));
    if (files.length === 0) return results.message.send({ text: quotedIf(text) ?? "", recipient });
    return results.message.sendFiles({ files: files.map(quoted).join(", "), recipient });
  },

  names: async ({ to }, { conversations }) =>
    to === HERE ? {} : { [to]: (await conversations.find(to)).name },

  async run({ to, text, files: paths }, { conversations, workspace, callId: key }) {
    const files: OutgoingFile[] = [];
    let left = MAX_BYTES;
    for (const path of paths) {
      const data = await workspace.read(path, { maxBytes: left });
      left -= data.length;
      files.push({ name: path.split("/").at(-1) ?? path, data });
    }
    const { name } = await conversations.send(to, { text, files, key });
    return { sentTo: name };
  },
});
