import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { files } from "@reeve/operations/files";
import { Fault } from "@reeve/sdk";
import { withAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

/** `reeve files write <path>`: stores what is piped in. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { append: { type: "boolean" }, json: { type: "boolean" } },
  });
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0)
    throw new Fault("invalid", "Missing argument: reeve files write", {
      hint: "Usage: reeve files write <path> [--append]",
    });
  return withAgent(parts, async (ask) => {
    const content = await readAll(parts.stdin);
    const written = await ask(files.write, { path, content, append: values.append });
    parts.stdout.write(
      values.json
        ? `${JSON.stringify(written)}\n`
        : `${written.path} has ${written.bytes} bytes.\n`,
    );
    return 0;
  });
}
