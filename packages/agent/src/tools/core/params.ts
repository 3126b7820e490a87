import { z } from "zod";

/** The id of a scheduled job. */
export function jobId() {
  return z.string().trim().min(1).max(100).describe("The job's id, from schedule_list.");
}

/** A tool by its name; `what` says what for. */
export function toolName(what: string) {
  return z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,99}$/, 'a tool\'s name is like "web_search"')
    .describe(`${what}, such as "web_search".`);
}
