import { z } from "zod";

/** The `storage` section of the config. */
export const storeConfig = z.object({
  synchronous: z
    .enum(["full", "normal"])
    .default("full")
    .describe(
      "How safely data is written. full: confirmed data survives a power failure. normal: confirmed data survives a process crash but not a power failure; this is faster on slow disks.",
    ),
  transcripts: z
    .enum(["on", "off"])
    .default("on")
    .describe("Whether each session is also written to a JSON Lines file."),
  retentionDays: z
    .int()
    .min(0)
    .max(36_500)
    .default(90)
    .describe(
      "How many days details of the agent's own work are stored: steps, tool calls with their results, events, pictures in messages, executed commands, finished job runs, sent replies in the outbox, and each model request. After that, they are permanently deleted, unless an open session or a waiting turn still needs them. Messages, notes, facts, approvals, the audit log and usage totals are kept. 0 keeps everything.",
    ),
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
