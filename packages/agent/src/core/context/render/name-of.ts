import { sanitize } from "./sanitize.ts";

/** A name on one line, without what sets speakers apart. */
export function nameOf(name: string): string {
  return (
    sanitize(name)
      .replaceAll(/[\s()[\],:"]+/g, " ")
      .trim() || "unknown"
  );
}
