import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const shown = z.object({
  timeZone: z.string(),
  quiet: z.string().nullable(),
  chat: z.string().nullable(),
  briefing: z.string().nullable(),
  language: z.string().nullable(),
});

type Shown = z.output<typeof shown>;

/** `reeve preferences`: how you want to be told things; `set <name> <value>` changes one, `unset <name>` takes it back. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  const change = changeOf(positionals);
  return askAgent(parts, async (ask) => {
    const answer = change ? await ask("preferences.set", change) : await ask("preferences.get", {});
    const preferences = shown.parse(answer);
    parts.stdout.write(values.json ? `${JSON.stringify(preferences)}\n` : toText(preferences));
    return 0;
  });
}

const NAMES: ReadonlyMap<string, keyof Shown> = new Map([
  ["time-zone", "timeZone"],
  ["quiet", "quiet"],
  ["chat", "chat"],
  ["briefing", "briefing"],
  ["language", "language"],
]);

function changeOf(positionals: readonly string[]): Partial<Shown> | undefined {
  const [verb, name = "", ...words] = positionals;
  if (verb === undefined) return undefined;
  const key = NAMES.get(name);
  if (key !== undefined && verb === "set" && words.length > 0) return { [key]: words.join(" ") };
  if (key !== undefined && verb === "unset" && words.length === 0) return { [key]: null };
  throw new Fault("invalid", `Not a change of preferences: ${positionals.join(" ")}`, {
    hint: `Write it like: reeve preferences set quiet 22:00-07:00. There are ${[...NAMES.keys()].join(", ")}.`,
  });
}

function toText({ timeZone, quiet, chat, briefing, language }: Shown): string {
  return [
    `time-zone  ${timeZone}`,
    `quiet      ${quiet ?? "never"}`,
    `chat       ${chat ?? "where it was asked for"}`,
    `briefing   ${briefing ?? "off"}`,
    `language   ${language ?? "what the program tells"}`,
    "",
  ].join("\n");
}
