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
    .describe("The maximum document size, in bytes. Telegram limits bot downloads to 20 MB."),
  maxPages: z
    .int()
    .min(1)
    .max(100_000)
    .default(5_000)
    .describe("The maximum number of pages in a PDF. Longer PDFs are rejected."),
  maxSeconds: z
    .int()
    .min(1)
    .max(55)
    .default(30)
    .describe("The time limit for reading one document, in seconds."),
});

export type DocumentsConfig = z.output<typeof documentsConfig>;
