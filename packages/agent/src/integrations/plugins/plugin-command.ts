import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { WrapOptions } from "command-sandbox";
import type { PluginCommand } from "./start-process.ts";

export interface CommandOptions {
  /** Folder of the plugin's code, absolute. */
  readonly code: string;
  readonly main: string;
  /** Folder of its data, absolute. */
  readonly data: string;
  /** Puts a command into a sandbox; undefined for a plugin that is trusted to run without one. */
  readonly wrap: ((options: PluginWrap) => Promise<PluginCommand>) | undefined;
}

export type PluginWrap = Pick<WrapOptions, "argv" | "workspace" | "folders" | "network">;

/** Where a sandboxed plugin finds its data. */
const SANDBOX_DATA = "/workspace";
/** Memory of a plugin's objects, in megabytes. */
const HEAP_MB = 128;

/**
 * Returns the command that starts the process of a plugin: Node.js with its permission model, which refuses
 * other files, child processes, threads and native code, in a sandbox without a network.
 */
export async function pluginCommand({
  code,
  main,
  data,
  wrap,
}: CommandOptions): Promise<PluginCommand> {
  const { program, folder } = findProgram();
  const place = wrap ? SANDBOX_DATA : data;
  const argv: [string, ...string[]] = [
    process.execPath,
    "--permission",
    ...[folder, code, place].map((one) => `--allow-fs-read=${one}`),
    `--allow-fs-write=${place}`,
    `--max-old-space-size=${HEAP_MB}`,
    "--disable-proto=delete",
    "--no-addons",
    "--no-warnings",
    program,
    main,
    place,
  ];
  if (!wrap) {
    const [command, ...args] = argv;
    return { command, args, env: {} };
  }
  const seen = [folder, code, path.dirname(process.execPath)].map((one) => ({ path: one }));
  return wrap({ argv, workspace: data, folders: seen, network: false });
}

/** Address of the module that lets the tests of a plugin find the kit. */
export function testKitAddress(): string {
  return pathToFileURL(programNamed("test-kit-process")).href;
}

/** Finds the program that runs plugins, and the folder of everything that it loads. */
function findProgram(): { readonly program: string; readonly folder: string } {
  const program = programNamed("plugin-process");
  const levels = program.endsWith(".ts") ? "../../../../../.." : "../../..";
  return { program, folder: path.resolve(program, levels) };
}

/** Beside this file, as TypeScript in development and as JavaScript in a build. */
function programNamed(name: string): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return fileURLToPath(new URL(`${name}.${extension}`, import.meta.url));
}
