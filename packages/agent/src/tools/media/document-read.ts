import { declareTool } from "@reeve/sdk";
import { z } from "zod";

/** Extracts the text of a document. */
export const documentRead = declareTool({
  name: "document_read",
  summary:
    "Extract the text of a document: PDF, Word, Excel, PowerPoint or text, in the workspace or attached to a message or mail. " +
    "For plain workspace files use workspace_read; for pictures vision_analyze.",
  effect: "read",
  scope: "always",
  access: "anyone",
  timeoutMs: 60_000,
  awaits: "a document reader",
  utterances: [
    "what does this PDF say?",
    "read the contract I just sent and tell me the notice period",
    "Pull the numbers out of budget.xlsx",
    "go through the slides in downloads/pitch.pptx",
    "I attached my lease, is there anything on pets in it?",
    "Que contient le document Word que je viens d'envoyer ?",
    "Прочитай цей договір і скажи, який там строк",
    "添付したPDFの内容をまとめて",
    "Lê o anexo e diz-me o valor total",
    "Gönderdiğim dosyada ne yazıyor?",
    "открой вложенный docx и перескажи",
  ],
  params: z
    .object({
      path: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe('A file of the workspace, such as "downloads/offer.pdf".'),
      attachmentId: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .optional()
        .describe("An attachment, by the id that its message or mail names."),
      maxChars: z
        .number()
        .int()
        .min(1)
        .max(200_000)
        .default(50_000)
        .describe("How many characters at most."),
    })
    .refine(
      ({ path, attachmentId }) => (path === undefined) !== (attachmentId === undefined),
      "give either a path or an attachmentId",
    ),
});
