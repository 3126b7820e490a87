import { z } from "zod";

/** The `storage` section of the config. */
export const storeConfig = z.object({
  synchronous: z
    .enum(["full", "normal"])
    .default("full")
    .describe(
      "full: what was acknowledged survives a power cut. normal: it survives a crash of the process; faster on slow disks.",
    ),
  transcripts: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "on: each session is copied into a file of JSON lines, for people and programs. off: it is not.",
    ),
  historyLimit: z
    .int()
    .min(0)
    .max(1000)
    .default(100)
    .describe(
      "How many earlier messages of a chat its first conversation begins with, at most, within 6,000 tokens.",
    ),
});

export type StoreConfig = z.output<typeof storeConfig>;
