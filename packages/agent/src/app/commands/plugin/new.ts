import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { pluginName } from "../../../integrations/plugins.ts";
import type { CommandContext } from "../../cli/command.ts";
import { pluginTemplate } from "./template.ts";

/** `reeve plugin new <name>`: writes a plugin with a tool and its test. */
export async function run(
  args: readonly string[],
  { stdout }: Pick<CommandContext, "stdout">,
): Promise<number> {
  const [given, ...more] = args;
  const name = pluginName.safeParse(given);
  if (!name.success || more.length > 0)
    throw new Fault(
      "invalid",
      "reeve plugin new needs a name: lowercase letters, digits and hyphens.",
      {
        hint: "Usage: reeve plugin new <name>, such as: reeve plugin new price-watcher",
      },
    );
  const folder = path.resolve(name.data);
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST") throw cause;
    throw new Fault("conflict", `${folder} exists.`, { hint: "Choose another name.", cause });
  });
  for (const [file, text] of Object.entries(pluginTemplate(name.data)))
    await writeFile(path.join(folder, file), text, { flag: "wx" });
  stdout.write(
    `${folder} is written. Next:\n  reeve plugin test ${name.data}\n  reeve plugin add ${name.data} --link\n`,
  );
  return 0;
}
