import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** Reads a command line: words and options, of which each command takes `--json`. */
export function readArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...options, json: { type: "boolean" } },
  });
}
