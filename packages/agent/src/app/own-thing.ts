import { z } from "zod";

/** The id that whoever makes something may choose: under the same one it is made once. */
export const newThing = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe("An id of its own; made twice under the same one, it is there once.");

/** The id of something that is there. */
export const thing = z.string().min(1).max(100);

/** How many are listed. */
export const mostThings = z.int().min(1).max(10_000).default(50);

/** Words that name a moment. */
export const moment = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('ISO 8601, or words such as "tomorrow at 9".');
