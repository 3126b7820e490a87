import { z } from "zod";

/** The `storage` section of the config. */
export const storeConfig = z.object({
  synchronous: z
    .enum(["full", "normal"])
    .default("full")
    .describe(
      "full: what was acknowledged survives a power cut. normal: it survives a crash of the process; faster on slow disks.",
    ),
});

export type StoreConfig = z.output<typeof storeConfig>;
