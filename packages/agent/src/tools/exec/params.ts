import { z } from "zod";

/** A path as commands see it; `what` says of what, `example` is one. */
export function hostPath(what: string, example: string) {
  return z
    .string()
    .max(4_096)
    .regex(/^\/[^\0]*$/, `a path is absolute here, such as "${example}"`)
    .describe(
      `${what}: its absolute path, such as "${example}"; in a sandbox the workspace is /workspace.`,
    );
}
