import { z } from "zod";

/** A moment of a person's life, as it is told. */
export const toldMoment = z.object({
  at: z.number().describe("Unix milliseconds."),
  isDateOnly: z.boolean(),
  text: z.string().describe("As clocks of the person's time zone show it."),
});

/** A moment, as people name it. */
export const saidMoment = z
  .string()

  .regex(/\S/)
  .max(100)
  .describe('ISO 8601, or words such as "tomorrow at 9".');

/** The path of one thing. */
export const thingParams = z.object({ id: z.string().min(1).max(100) });

/** So many of a person's own things are listed. */
export const MOST_THINGS = 10_000;
