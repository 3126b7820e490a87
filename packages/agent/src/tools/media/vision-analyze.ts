import { declareTool } from "@reeve/sdk";
import { z } from "zod";

/** Asks a model that sees about an image. */
export const visionAnalyze = declareTool({
  name: "vision_analyze",
  summary:
    "Look at an image in a message or in the workspace and answer a question about it: describe a photo, read text in a screenshot, " +
    "count or recognise things (jpeg, png, gif, webp, at most 5 MB). For documents use document_read.",
  effect: "read",
  scope: "always",
  access: "anyone",
  timeoutMs: 120_000,
  awaits: "a model that sees images",
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
        .describe("The chat of the message: its number, or a @username. Default: this chat."),
      messageId: z
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe("The message with the image, by its number in the chat, such as 4021."),
      path: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe('Instead of a message: an image of the workspace, such as "images/receipt.jpg".'),
      prompt: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .optional()
        .describe("What you want to know. Default: a description."),
    })
    .refine(
      ({ messageId, path }) => (messageId === undefined) !== (path === undefined),
      "give either a messageId or a path",
    )
    .refine(
      ({ chatId, messageId }) => chatId === undefined || messageId !== undefined,
      "a chatId goes with a messageId",
    ),
});
