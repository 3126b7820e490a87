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
});

export type StoreConfig = z.output<typeof storeConfig>;
