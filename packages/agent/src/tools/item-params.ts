import { z } from "zod";

/** Returns the schema of the id of an item that `tool` lists; `what` names the item. */
export function idOf(what: string, tool: string) {
  return z.string().trim().min(1).max(100).describe(`The ${what}'s id, from ${tool}.`);
}

/** Returns the schema of how many `what` at most. */
export function limit(what: string) {
  return z.number().int().min(1).max(100).default(20).describe(`Maximum number of ${what}.`);
}

/** Returns the schema of a moment that a person named; `what` says of what. */
export function moment(what: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe(
      `${what}, in ISO 8601 such as "2026-01-31T15:30+01:00", or in the person's words such as "tomorrow at 9".`,
    );
}
