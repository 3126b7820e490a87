import { z } from "zod";

/** A path as commands see it; `what` says of what, `example` is one. */
export function hostPath(what: string, example: string) {
  return z
    .string()
    .max(4_096)
    .regex(/^\/[^\0]*$/, `it must be an absolute path, such as "${example}"`)
    .describe(
      `${what}, as an absolute path such as "${example}". In a sandbox, the workspace is /workspace.`,
    );
}
