import { parseArgs } from "node:util";
import { agent } from "@reeve/operations/agent/agent";
import { Fault } from "@reeve/sdk";
import { newId } from "../../kernel/ids.ts";
import { runPipe } from "../../channels/cli/pipe.ts";
import { runTerminal } from "../../channels/cli/terminal.ts";
import type { CommandContext } from "../cli/command.ts";
import { createHost, type Host } from "../connect-or-host.ts";
import { versionText } from "../cli/help.ts";
import { openHome } from "../open-home.ts";
import { readFile, stat } from "node:fs/promises";
import { inspectImage } from "../../kernel/images/image.ts";

const MEGABYTE = 1024 * 1024;

const MAX_BYTES = 5 * MEGABYTE;

const MAX_NAME = 100;

/** `reeve chat`: talks to the agent, which this process becomes where none runs. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      chat: { type: "string" },
      image: { type: "string", multiple: true, default: [] },
      wait: { type: "string" },
    },
  });
  const { chat: name = "main" } = values;
  if (name === "" || name.length > MAX_NAME)
    throw new Fault("invalid", `A chat name must have 1 to ${MAX_NAME} characters.`, {
      hint: "Example: reeve chat --chat work",
    });
  const isTerminal = context.stdin.isTTY && context.stdout.isTTY && !values.json;
  if (isTerminal && values.image.length > 0)
    throw new Fault("invalid", "--image needs a message from a pipe.", {
      hint: 'Example: echo "What is this?" | reeve chat --image photo.jpg',
    });
  if (isTerminal) return chat({ name }, context);
  const images = await Promise.all(values.image.map(readImage));
  return converse(context, async (host) =>
    runPipe({
      client: await host.connect(),
      externalId: name,
      input: context.stdin,
      images,
      output: context.stdout,
      json: values.json,
      newId,
      ...(values.wait !== undefined && { waitMs: readSeconds(values.wait) * 1000 }),
    }),
  );
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== "" && seconds >= 0) return seconds;
  throw new Fault("invalid", `Invalid value: --wait ${text}`, {
    hint: "Specify the time in seconds: reeve chat --wait 60",
  });
}

/** The interactive chat, until the person leaves. */
export function chat({ name }: { name: string }, context: CommandContext): Promise<number> {
  return converse(context, async (host, historyFile) => {
    await printUnavailable(host, context);
    return runTerminal({
      client: await host.connect(),
      reconnect: host.connect,
      externalId: name,
      input: context.stdin,
      output: context.stdout,
      historyFile,
      newId,
      signal: context.signal,
    });
  });
}

/** Lists what does not work, before the first message. */
async function printUnavailable(host: Host, { stdout }: CommandContext): Promise<void> {
  using client = await host.connect();
  const { unavailable } = await client.ask(agent.status, {});
  for (const { part, reason } of unavailable) stdout.write(`${part} is unavailable: ${reason}\n`);
}

/** Runs the conversation; what this process hosts ends with it. */
async function converse(
  context: CommandContext,
  talk: (host: Host, historyFile: string) => Promise<number>,
): Promise<number> {
  using opened = await openHome(context);
  const version = (await versionText()).trim();
  const left = new AbortController();
  const signal = AbortSignal.any([context.signal, left.signal]);
  const host = createHost({ ...opened, version, signal });
  try {
    return await talk(host, opened.home.history);
  } finally {
    left.abort();
    await host.closed();
  }
}

/** An image from a file, in base64. What the agent would not take is refused before it is sent. */
async function readImage(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new Fault("missing", `File not found: ${file}`, { hint: "Check the path." });
  if (found.size > MAX_BYTES) {
    const size = (found.size / MEGABYTE).toFixed(1);
    throw new Fault("exhausted", `${file} is ${size} MB; the maximum for an image is 5 MB.`, {
      hint: "Make the image smaller.",
    });
  }
  const data = (await readFile(file)).toString("base64");
  if (!inspectImage(data))
    throw new Fault("invalid", `${file} is not a supported image.`, {
      hint: "Use PNG, JPEG, GIF or WebP.",
    });
  return data;
}
