import {
  defineTool,
  type DocumentFile,
  Fault,
  isFault,
  type PageScan,
  type Workspace,
} from "@reeve/sdk";
import { z } from "zod";
import { SCAN_QUESTION, transcribeScans } from "../../domains/attachments.ts";
import { DEFAULT_MAX_CHARS } from "../../integrations/documents.ts";
import { MAX_FILE_BYTES } from "../../integrations/workspace.ts";
import type { Attachments } from "../media.ts";

const TIMEOUT_MS = 180_000;
/** When the words that were read up to then are answered: without an answer all of them are lost. */
const ENOUGH_MS = TIMEOUT_MS - 30_000;
const NO_TIME = "there was no time left for them.";

/** Extracts the text of a document. */
export const documentRead = defineTool({
  name: "document_read",
  summary:
    "Extract the text of a document: PDF, Word, Excel, PowerPoint or text, in the workspace or attached to a message or mail. " +
    "For plain workspace files, use workspace_read; for pictures, use vision_analyze.",
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  timeoutMs: TIMEOUT_MS,
  needs: ["workspace", "attachments", "documents", "vision"],
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
        .describe('Path of a file in the workspace, such as "downloads/offer.pdf".'),
      attachmentId: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .optional()
        .describe("Id of an attachment, as shown in its message or e-mail."),
      maxChars: z
        .number()
        .int()
        .min(1)
        .max(200_000)
        .default(DEFAULT_MAX_CHARS)
        .describe("Maximum number of characters."),
    })
    .refine(
      ({ path, attachmentId }) => (path === undefined) !== (attachmentId === undefined),
      "set either a path or an attachmentId",
    ),

  async run({ maxChars, ...named }, { workspace, attachments, documents, vision, signal }) {
    const enough = AbortSignal.timeout(ENOUGH_MS);
    const file = await fetchFile(named, { workspace, attachments });
    const read = await documents.read(file, { signal, maxChars });
    let unseen: string | undefined;
    const look = async (scan: PageScan) => {
      if (enough.aborted) unseen ??= NO_TIME;
      if (unseen !== undefined) return undefined;
      const looking = AbortSignal.any([signal, enough]);
      return vision.look(scan, { question: SCAN_QUESTION, signal: looking }).then(
        (sight) => sight.text,
        (error: unknown) => {
          signal.throwIfAborted();
          unseen = enough.aborted && isAborted(error) ? NO_TIME : describeUnavailableReader(error);
          return undefined;
        },
      );
    };
    const { kind, text, pages, isCut } = await transcribeScans(read, { look, maxChars });
    return {
      name: file.name,
      kind,
      ...(pages !== undefined && { pages }),
      text,
      ...(isCut && { note: `Cut off after ${text.length} characters; there is more.` }),
      ...(unseen !== undefined && {
        unread: `Pages that consist of images were not read: ${unseen}`,
      }),
    };
  },
});

async function fetchFile(
  {
    path,
    attachmentId,
  }: { readonly path?: string | undefined; readonly attachmentId?: string | undefined },
  { workspace, attachments }: { readonly workspace: Workspace; readonly attachments: Attachments },
): Promise<DocumentFile> {
  if (path !== undefined) {
    const data = await workspace.read(path, { maxBytes: MAX_FILE_BYTES });
    return { name: path.split("/").at(-1) ?? path, data };
  }
  const found = attachmentId === undefined ? undefined : await attachments.byId(attachmentId);
  if (found) return found;
  throw new Fault("missing", `This chat has no attachment "${attachmentId}".`, {
    hint: "Use the id from the message, or ask for the file again.",
  });
}

function isAborted(error: unknown): boolean {
  return isFault(error) && error.code === "aborted";
}

/** That nobody sees takes no words away; whatever else went wrong ends the call. */
function describeUnavailableReader(error: unknown): string {
  if (isFault(error) && error.code === "unavailable") return error.message;
  throw error;
}
