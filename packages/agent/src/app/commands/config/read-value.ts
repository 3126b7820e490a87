import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { Fault } from "@reeve/sdk";
import type { ConfigPath } from "../../../platform/config-paths.ts";
import type { CommandContext } from "../../cli/command.ts";

/**
 * Takes the value of a setting from a person, unseen if it is sensitive, or all
 * of it from a pipe. No value is `invalid`; Ctrl-C and Ctrl-D are `aborted`.
 */
export async function readValue(
  setting: Pick<ConfigPath, "path" | "isSecret">,
  context: Pick<CommandContext, "stdin" | "stderr" | "signal">,
): Promise<string> {
  const value = context.stdin.isTTY ? await ask(setting, context) : await drain(context);
  if (value === undefined) throw new Fault("aborted", "Nothing was changed.");
  const trimmed = value.replace(/\r?\n$/, "");
  if (trimmed) return trimmed;
  throw new Fault("invalid", `Missing value for ${setting.path}.`, {
    hint: `To remove the setting: reeve config unset ${setting.path}`,
  });
}

async function ask(
  { path, isSecret }: Pick<ConfigPath, "path" | "isSecret">,
  { stdin, stderr, signal }: Pick<CommandContext, "stdin" | "stderr" | "signal">,
): Promise<string | undefined> {
  const prompt = `${path}: `;
  if (isSecret) stderr.write(prompt);
  const output = isSecret ? nowhere() : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0, prompt });
  lines.prompt();
  const ended = new AbortController();
  lines.once("close", () => ended.abort());
  const line = await unlessAborted(
    AbortSignal.any([signal, ended.signal]),
    once(lines, "line").then(([typed]) => String(typed)),
  );
  lines.close();
  if (isSecret || line === undefined) stderr.write("\n");
  return line;
}

async function drain({
  stdin,
  signal,
}: Pick<CommandContext, "stdin" | "signal">): Promise<string | undefined> {
  const value = await unlessAborted(signal, text(stdin));
  // A pipe that nobody reads any more would keep the process alive.
  if (value === undefined) stdin.destroy();
  return value;
}

function unlessAborted<Value>(
  signal: AbortSignal,
  value: Promise<Value>,
): Promise<Value | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return Promise.race([value, once(signal, "abort").then(() => undefined)]);
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
