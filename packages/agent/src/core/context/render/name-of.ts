import { sanitise } from "./sanitise.ts";

/** A name on one line, without what sets speakers apart. */
export function nameOf(name: string): string {
  return (
    sanitise(name)
      .replaceAll(/[\s()[\],:"]+/g, " ")
      .trim() || "unknown"
  );
}
