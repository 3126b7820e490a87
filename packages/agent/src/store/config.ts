import { z } from "zod";

/** The `storage` section of the config. */
export const storeConfig = z.object({
  synchronous: z
    .enum(["full", "normal"])
    .default("full")
    .describe(
      "How safely data is written. full: confirmed data survives a power failure. normal: confirmed data survives only a crash of the process; this is faster on slow disks.",
    ),
  transcripts: z
    .enum(["on", "off"])
    .default("on")
    .describe("Whether each session is also written to a JSON Lines file."),
  historyLimit: z
    .int()
    .min(0)
    .max(1000)
    .default(100)
    .describe(
      "The maximum number of imported messages at the start of a chat's first session. Together, they are limited to 6,000 tokens.",
    ),
});

export type StoreConfig = z.output<typeof storeConfig>;
