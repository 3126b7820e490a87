import { z } from "zod";

/** A moment of a person's life, as it is told. */
export const toldMoment = z.object({
  at: z.number().describe("Unix milliseconds."),
  isDateOnly: z.boolean(),
  text: z.string().describe("As clocks of the person's time zone show it."),
});

/** The path of one thing. */
export const thingParams = z.object({ id: z.string().min(1).max(100) });
