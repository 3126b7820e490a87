import { z } from "zod";

/** What has to be there before a tool of this folder runs. */
export const SHELL = "the shell (off until the owner switches it on)";

/** A path on the machine itself; `what` says of what, `example` is one. */
export function hostPath(what: string, example: string) {
  return z
    .string()
    .max(4_096)
    .regex(/^\/[^\0]*$/, `a path of the host is absolute, such as "${example}"`)
    .describe(`${what}: its absolute path on the host, such as "${example}".`);
}
