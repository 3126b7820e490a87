import path from "node:path";
import type { Plugin } from "rolldown";

/** Stands for the way from a chunk to the folder of the build, until the chunk has its place. */
const ROOT = "__BUILD_ROOT__/";

/**
 * Lets bundled modules find their threads and data: their `import.meta.url` stays what it would be
 * if each module were a file of its own in the build. `addressOf` returns the place of a source there;
 * undefined for sources that look for nothing.
 */
export function keepAddresses(addressOf: (source: string) => string | undefined): Plugin {
  return {
    name: "keep-addresses",
    transform(code, id) {
      const address = code.includes("import.meta.url") ? addressOf(id) : undefined;
      if (address === undefined) return undefined;
      const url = `new URL(${JSON.stringify(ROOT + address)}, import.meta.url).href`;
      return { code: code.replaceAll("import.meta.url", url), map: null };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(ROOT)) return undefined;
      const up = path.posix.relative(path.posix.dirname(fileName), ".") || ".";
      return { code: code.replaceAll(ROOT, `${up}/`), map: null };
    },
  };
}
