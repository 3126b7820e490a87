import { z } from "zod";

/** The id of something that `tool` lists; `what` says whose. */
export function idOf(what: string, tool: string) {
  return z.string().trim().min(1).max(100).describe(`The ${what}'s id, from ${tool}.`);
}

/** How many `what` at most. */
export function limit(what: string) {
  return z.number().int().min(1).max(100).default(20).describe(`How many ${what} at most.`);
}

/** A moment that a person named; `what` says of what. */
export function moment(what: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe(
      `${what}: ISO 8601 such as "2026-01-31T15:30+01:00", or the person's words such as "tomorrow at 9".`,
    );
}

/** The title of a to-do. */
export function taskTitle() {
  return z.string().trim().min(1).max(300).describe('What is to be done, such as "Call the bank".');
}

/** How urgent a to-do is. */
export function priority() {
  return z.enum(["low", "normal", "high"]).describe("How urgent it is.");
}

/** The project or list that a to-do belongs to; `what` says to what end. */
export function project(what: string) {
  return z.string().trim().min(1).max(100).describe(`${what}, such as "kitchen".`);
}
