import { z } from "zod";

/** Connection that the tools in this folder need. */
export const GITHUB = "a GitHub account";

/** Creates the parameter for a repository by owner and name. */
export function repo() {
  return z
    .string()
    .max(140)
    .regex(/^[\w-]+\/[\w.-]+$/, 'a repository is "owner/name"')
    .describe('Repository as "owner/name", such as "nodejs/node".');
}

/** Creates the parameter for the number of an issue or pull request. */
export function number() {
  return z
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .describe("Number of the issue or pull request, such as 128.");
}

/** Creates the parameter for the maximum number of `what`. */
export function limit(what: string) {
  return z.number().int().min(1).max(100).default(20).describe(`Maximum number of ${what}.`);
}
