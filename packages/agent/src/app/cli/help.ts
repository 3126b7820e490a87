import { readFile } from "node:fs/promises";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";

const EVERYWHERE = `Options for every command:
  --set <key>=<value>  change a setting for this run, such as --set agent.maxSteps=7
  -h, --help           show help for the command
`;

/** Returns the text of `reeve <command> --help`. */
export function helpOf({ name, usage, summary }: Command, verbs?: string): string {
  if (verbs !== undefined) return `${verbs.trimEnd()}\n\n${EVERYWHERE}`;
  return `reeve ${`${name} ${usage}`.trimEnd()}\n\n${summary}\n\n${EVERYWHERE}`;
}

/** Returns the text of `reeve --help`. */
export function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Reeve, your personal agent.

  reeve [<command>] [<arguments>]

Commands (default: start):
${rows.join("\n")}

${EVERYWHERE}  -v, --version        print the version

Settings and data are stored in ~/.reeve. Set REEVE_HOME to use another folder.
`;
}

/** Returns the text of `reeve --version`. */
export async function versionText(): Promise<string> {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  const version = /"version": *"([^"]+)"/.exec(text)?.[1] ?? "unknown";
  return `${version}\n`;
}
