import { z } from "zod";

/** From where something that is remembered was taken. */
export const MEMORY_SOURCES = ["memory", "learned", "session", "fact", "note", "chat"] as const;

/** What `memory.search` of control answers. */
export const findingsView = z.object({
  hits: z.array(
    z.object({
      source: z.enum(MEMORY_SOURCES),
      ref: z.string(),
      text: z.string(),
      author: z.string().optional(),
      at: z.number(),
      integrity: z.string(),
      audience: z.string(),
      score: z.number(),
    }),
  ),
  waiting: z.number().nullable().describe("How many texts are not found by meaning yet."),
});
