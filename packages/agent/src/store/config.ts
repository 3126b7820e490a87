import { z } from "zod";

/** The `storage` section of the config. */
export const storeConfig = z.object({
  synchronous: z
    .enum(["full", "normal"])
    .default("full")
    .describe(
      "full: confirmed data survives a power failure. normal: it survives a crash of the process, and slow disks are faster.",
    ),
  transcripts: z
    .enum(["on", "off"])
    .default("on")
    .describe("Whether each session is also written to a file of JSON lines."),
  historyLimit: z
    .int()
    .min(0)
    .max(1000)
    .default(100)
    .describe(
      "The maximum number of imported messages that the first session of a chat starts with, within 6,000 tokens.",
    ),
});

export type StoreConfig = z.output<typeof storeConfig>;
