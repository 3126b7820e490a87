import { defineTool, type DocumentFile, Fault, type Workspace } from "@reeve/sdk";
import { z } from "zod";
import { MAX_FILE_BYTES } from "../../integrations/workspace.ts";
import { imageSize } from "../../kernel/images/image-size.ts";
import { toImage } from "../../kernel/images/to-image.ts";
import type { Attachments } from "../media.ts";

/** Asks a model that sees about an image. */
export const visionAnalyze = defineTool({
  name: "vision_analyze",
  summary:
    "Look at an image in a message or in the workspace and answer a question about it: describe a photo, read text in a screenshot, " +
    "count or recognize things (jpeg, png, gif, webp, at most 5 MB). For documents, use document_read.",
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  timeoutMs: 120_000,
  needs: ["workspace", "attachments", "vision"],
  utterances: [
    "what's in this picture?",
    "can you make out the licence plate in the photo above",
    "Read the text off this screenshot",
    "which plant is that, see the pic Olga posted",
    "does the chart in images/sales.png go up or down?",
    "Cosa si vede in questa foto?",
    "ماذا يظهر في هذه الصورة؟",
    "Was steht auf dem Schild im Bild?",
    "Посмотри на фото и скажи, что за модель телефона",
    "¿Qué error sale en la captura que te mandé?",
    "看看这张图里写的是什么",
  ],
  params: z
    .object({
      chatId: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .describe(
          "Chat that contains the message, as a numeric id or an @username. Default: " +
            "this chat.",
        ),
      messageId: z
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe("Id of the message that contains the image, such as 4021."),
      path: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe(
          'Path of an image in the workspace, such as "images/receipt.jpg". Use it ' +
            "instead of messageId.",
        ),
      prompt: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .optional()
        .describe("Question about the image. Default: describe it."),
    })
    .refine(
      ({ messageId, path }) => (messageId === undefined) !== (path === undefined),
      "set either a messageId or a path",
    )
    .refine(
      ({ chatId, messageId }) => chatId === undefined || messageId !== undefined,
      "a chatId can only be set together with a messageId",
    ),

  async run({ prompt, ...named }, { workspace, attachments, vision, signal }) {
    const { name, data } = await fetchPicture(named, { workspace, attachments });
    const { text } = await vision.look(toImage(data, name), { question: prompt, signal });
    return { name, answer: text };
  },
});

interface NamedPicture {
  readonly path?: string | undefined;
  readonly messageId?: number | undefined;
  readonly chatId?: string | undefined;
}

async function fetchPicture(
  { path, messageId, chatId }: NamedPicture,
  { workspace, attachments }: { readonly workspace: Workspace; readonly attachments: Attachments },
): Promise<Pick<DocumentFile, "name" | "data">> {
  if (path !== undefined) {
    const data = await workspace.read(path, { maxBytes: MAX_FILE_BYTES });
    return { name: path.split("/").at(-1) ?? path, data };
  }
  const files = await attachments.ofMessage(String(messageId), { chatId });
  const found = files.find(({ data }) => imageSize(data) !== undefined) ?? files[0];
  if (found) return found;
  throw new Fault("missing", `Message ${messageId} has no stored image.`, {
    hint: "Use the id of a message that contains an image, or ask for the image again.",
  });
}
