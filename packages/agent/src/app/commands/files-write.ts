import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { files } from "@reeve/operations/memory/files";
import { Fault } from "@reeve/sdk";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";

/** `reeve files write <path>`: stores what is piped in. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { append: { type: "boolean" }, json: { type: "boolean" } },
  });
  const [path, ...rest] = positionals;
  const hint = "Usage: reeve files write <path> [--append]";
  if (path === undefined) throw new Fault("invalid", "reeve files write needs a path.", { hint });
  if (rest.length > 0)
    throw new Fault("invalid", "reeve files write takes only one path.", { hint });
  return withAgent(context, async (ask) => {
    const content = await readAll(context.stdin);
    const written = await ask(files.write, { path, content, append: values.append });
    context.stdout.write(
      values.json
        ? `${JSON.stringify(written)}\n`
        : `${written.path} has ${written.bytes} bytes.\n`,
    );
    return 0;
  });
}
