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

export type ToolsConfig = z.output<typeof toolsConfig>;
