import { z } from "zod";

/** An id that something is known by. */
export const id = z.string().min(1).max(100);

/** A text that says something; spaces around it do not count. */
export const words = (max: number) => z.string().regex(/\S/).max(max).trim();

/** A moment, as people name it. */
export const saidMoment = words(100).describe('ISO 8601, or words such as "tomorrow at 9".');

/** A moment of a person's life, as it is shown to them. */
export const moment = z.object({
  at: z.number().describe("Unix milliseconds."),
  isDateOnly: z.boolean(),
  text: z.string().describe("As clocks of the person's time zone show it."),
});

/** The output of an operation that answers nothing: 204 over HTTP. */
export const nothing = z.void();
