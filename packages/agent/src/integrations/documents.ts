import { z } from "zod";

const MEGABYTE = 1024 * 1024;

/** How many characters of a document are read where nobody asks for more or less. */
export const DEFAULT_MAX_CHARS = 50_000;

/** The `documents` section of the config. */
export const documentsConfig = z.object({
  maxBytes: z
    .int()
    .min(1024)
    .max(100 * MEGABYTE)
    .default(20 * MEGABYTE)
    .describe("The largest document that is read, in bytes. Telegram hands bots 20 MB at most."),
  maxPages: z
    .int()
    .min(1)
    .max(100_000)
    .default(5_000)
    .describe("A PDF with more pages is refused."),
  maxSeconds: z
    .int()
    .min(1)
    .max(55)
    .default(30)
    .describe("How long reading one document may take."),
});

export type DocumentsConfig = z.output<typeof documentsConfig>;
