import { z } from "zod";

/** Returns the schema of the title of a to-do. */
export function taskTitle() {
  return z.string().trim().min(1).max(300).describe('What to do, such as "Call the bank".');
}

/** Returns the schema of how urgent a to-do is. */
export function priority() {
  return z.enum(["low", "normal", "high"]).describe("How urgent it is.");
}

/** Returns the schema of the project or list that a to-do belongs to; `what` says to what end. */
export function project(what: string) {
  return z.string().trim().min(1).max(100).describe(`${what}, such as "kitchen".`);
}
