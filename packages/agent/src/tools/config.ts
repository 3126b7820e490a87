import { z } from "zod";

/** The `tools` section of the config. */
export const toolsConfig = z.object({
  timeoutMs: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(30_000)
    .describe(
      "How long one call of a tool may take, in milliseconds, unless the tool says otherwise.",
    ),
  maxResultChars: z
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(50_000)
    .describe(
      "A longer result is stored as an artifact; the model sees its beginning and end and may read the rest.",
    ),
});

/** How much meaning counts beside words when tools are looked for, where nobody says otherwise. */
export const VECTOR_WEIGHT = 0.65;

/** The `toolSearch` section of the config. */
export const toolSearchConfig = z.object({
  enabled: z
    .boolean()
    .default(true)
    .describe(
      "Whether the model is given a few tools and finds the others. false: it is given all of them, as far as its provider takes so many.",
    ),
  topK: z
    .int()
    .min(1)
    .max(100)
    .default(12)
    .describe("How many tools may be described to the model for one message."),
  minScore: z
    .number()
    .min(0)
    .max(1)
    .default(0.18)
    .describe("How well a tool must fit a message to be described for it, from 0 to 1."),
  vectorWeight: z
    .number()
    .min(0)
    .max(1)
    .default(VECTOR_WEIGHT)
    .describe(
      "How much the meaning of a message counts beside its words when tools are looked for, from 0 to 1. Words have to do where embedding.provider is none.",
    ),
  alwaysInclude: z
    .array(z.string().regex(/^[\w*]+$/, 'it must be a name or a pattern, such as "web_*"'))
    .default([
      "telegram_send_message",
      "telegram_reply_message",
      "telegram_send_photo",
      "telegram_send_document",
      "journal_*",
      "workspace_*",
      "web_*",
    ])
    .describe(
      "Tools that the model always has, where they can run; * stands for any letters. More of them make each request dearer.",
    ),
  delivery: z
    .enum(["auto", "tail", "array"])
    .default("auto")
    .describe(
      "How found tools reach the model. tail: as text behind the message, which keeps the prompt cache. array: as real tools, which costs it. auto: as suits the model, for newer ones by reference, which gives it real tools and keeps the cache.",
    ),
});

export type ToolSearchConfig = z.output<typeof toolSearchConfig>;
