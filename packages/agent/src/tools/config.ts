import { z } from "zod";

/** The `tools` section of the config. */
export const toolsConfig = z.object({
  timeoutMs: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(30_000)
    .describe("Time limit for a tool call, in milliseconds. Some tools have their own limit."),
  maxResultChars: z
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(50_000)
    .describe(
      "Maximum length of a tool result, in characters. A longer result is stored as an artifact: the model sees its beginning and end, and can read the rest on request.",
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
      "Whether the model gets only a few tools and searches for the others. If false, it gets all tools, up to the maximum its provider accepts.",
    ),
  topK: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe("Maximum number of tools that a search offers to the model for one message."),
  minScore: z
    .number()
    .min(0)
    .max(1)
    .default(0.18)
    .describe("Minimum score, from 0 to 1, at which a tool is offered for a message."),
  vectorWeight: z
    .number()
    .min(0)
    .max(1)
    .default(VECTOR_WEIGHT)
    .describe(
      "Weight of semantic similarity compared with keyword matches in tool search, from 0 to 1. If embedding.provider is none, only keywords count.",
    ),
  alwaysInclude: z
    .array(z.string().regex(/^[\w*]+$/, 'it must be a name or a pattern, such as "web_*"'))
    .default(["telegram_send_message", "workspace_*", "web_*"])
    .describe(
      "Tools that the model always has if they are available; * matches any characters. The system prompt lists them, one line each, which adds to the cost of every model call.",
    ),
  delivery: z
    .enum(["auto", "tail", "array"])
    .default("auto")
    .describe(
      "How the model receives the tools that are found for a message. tail: as text after the message. auto: the best way for the model; newer models receive the best tool by reference. array: the same as tail; only earlier versions changed the tool array. Each way keeps the prompt cache.",
    ),
});

export type ToolSearchConfig = z.output<typeof toolSearchConfig>;
