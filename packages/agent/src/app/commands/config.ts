import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { setInFile, unsetInFile } from "../../platform/config-file.ts";
import { configJsonSchema } from "../../platform/config-paths.ts";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "../cli/command.ts";
import {
  type ConfigRow,
  currentName,
  entryOf,
  readConfigRows,
  settingOf,
} from "../operations/config-rows.ts";
import { configSchema } from "../config-schema.ts";
import { readValue } from "./config/read-value.ts";

interface Request {
  readonly file: string;
  readonly context: CommandContext;
  readonly words: readonly string[];
  readonly isJson: boolean;
}

const verbs: ReadonlyMap<string, (request: Request) => Promise<string>> = new Map([
  ["list", list],
  ["get", get],
  ["set", set],
  ["unset", unset],
  ["path", async ({ file }: Request) => file],
  ["schema", async () => JSON.stringify(configJsonSchema(configSchema), undefined, 2)],
]);

/**
 * `reeve config get|set|unset|list|path|schema`: reads and changes the settings
 * file. Sensitive values are shown masked; `set` without a value asks for it
 * (unseen, if it is sensitive) or reads it from a pipe.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [name = "list", ...words] = positionals;
  const verb = verbs.get(name);
  if (!verb)
    throw new Fault("invalid", `Unknown command: reeve config ${name}`, {
      hint: `Use one of: ${[...verbs.keys()].join(", ")}.`,
    });

  const { config: file } = resolveHome(context.env, homedir());
  context.stdout.write(`${await verb({ file, context, words, isJson: values.json })}\n`);
  return 0;
}

async function list({ file, context, isJson }: Request): Promise<string> {
  const rows = await readRows(file, context);
  if (isJson) return JSON.stringify(rows, undefined, 2);
  const cells = rows.map(({ path, value, source }) => [path, show(value), source] as const);
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

async function get({ file, context, words }: Request): Promise<string> {
  const path = takePath(words, "get");
  const setting = settingOf(path);
  const row = (await readRows(file, context)).find((candidate) => candidate.path === setting.path);
  const inner = path.slice(setting.path.length).split(".").filter(Boolean);
  return show(inner.reduce(entryOf, row?.value));
}

async function set({ file, context, words }: Request): Promise<string> {
  const path = takePath(words, "set");
  const setting = settingOf(path);
  const text = words.length > 1 ? words.slice(1).join(" ") : await readValue(setting, context);
  await setInFile(configSchema, file, { path, text });
  return `${path} is set. A running agent applies it when it restarts.`;
}

async function unset({ file, words }: Request): Promise<string> {
  const path = takePath(words, "unset");
  const wasThere = await unsetInFile(configSchema, file, path);
  return wasThere ? `${path} is no longer set.` : `${path} was not set.`;
}

async function readRows(
  file: string,
  { env, flags, stderr }: CommandContext,
): Promise<readonly ConfigRow[]> {
  const { rows, warnings } = await readConfigRows({ file, env, flags });
  for (const warning of warnings) stderr.write(`${warning}\n`);
  return rows;
}

function takePath([path]: readonly string[], verb: string): string {
  if (path) return currentName(path);
  throw new Fault("invalid", "Missing setting.", {
    hint: `Example: reeve config ${verb} agent.maxSteps`,
  });
}

function show(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
