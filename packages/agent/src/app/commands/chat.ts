import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { newId } from "../../kernel/ids.ts";
import { runPipe } from "../../channels/cli/pipe.ts";
import { runTerminal } from "../../channels/cli/terminal.ts";
import type { CommandContext } from "../cli/command.ts";
import { createHost, type Host } from "../connect-or-host.ts";
import { versionText } from "../cli/help.ts";
import { openHome } from "../open-home.ts";
import { readImage } from "../cli/read-image.ts";

const MAX_NAME = 100;

/** `reeve chat`: talks to the agent, which this process becomes where none runs. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      chat: { type: "string" },
      image: { type: "string", multiple: true, default: [] },
    },
  });
  const { chat: name = "main" } = values;
  if (name === "" || name.length > MAX_NAME)
    throw new Fault("invalid", `The name of a chat must have 1 to ${MAX_NAME} characters.`, {
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
    }),
  );
}

/** The interactive chat, until the person leaves. */
export function chat({ name }: { name: string }, context: CommandContext): Promise<number> {
  return converse(context, async (host, historyFile) =>
    runTerminal({
      client: await host.connect(),
      reconnect: host.connect,
      externalId: name,
      input: context.stdin,
      output: context.stdout,
      historyFile,
      newId,
      signal: context.signal,
    }),
  );
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
