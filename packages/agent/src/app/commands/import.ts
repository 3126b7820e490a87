import { toPublicAddress } from "../../kernel/public-address.ts";
import { readFile, stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Ask } from "@reeve/operations/ask";
import { sessions } from "@reeve/operations/work/sessions";
import { Fault } from "@reeve/sdk";
import {
  importTranscript,
  type MalformedLine,
  type SaidLine,
  saidOf,
} from "../../core/turns/sessions/import-transcript.ts";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";

const USAGE = "Usage: reeve import sessions/<id>.jsonl --chat cli/main";
/** So many messages, or characters, go into one request. */
const BATCH = 500;
const BATCH_CHARS = 1_000_000;
/** So many of the lines that were left out are printed, each so far. */
const SHOWN_LINES = 20;
const SHOWN_CHARS = 60;

/**
 * `reeve import <file>`: adds what was said in a transcript to a chat, for search
 * and memory; nothing is answered. Done again it adds nothing.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      chat: { type: "string" },
      // Its name in earlier versions.
      place: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new Fault("invalid", "Missing transcript file.", { hint: USAGE });
  const address = values.chat ?? values.place ?? "cli/main";
  const chat = parseChat(address);
  const { text, at } = await readTranscript(file);
  const { lines, malformed } = importTranscript(text);
  const messages = saidOf(lines);
  reportMalformed(malformed, context);
  if (messages.length === 0)
    throw new Fault("invalid", `${file} contains no messages; ${count(malformed)} skipped.`, {
      hint: "A transcript contains one JSON object per line, with turn, role and text.",
    });

  const { imported, known } = await withAgent(context, (ask) => send(ask, { chat, at, messages }));
  const left = lines.length - messages.length;
  const report = { imported, known, leftOut: left, malformed: malformed.length };
  context.stdout.write(
    values.json
      ? `${JSON.stringify(report)}\n`
      : `Imported ${imported} messages into ${address}; ${known} already existed. Skipped: ${left} without text from a person or the agent, ${count(malformed)}.\n`,
  );
  return 0;
}

function parseChat(text: string): { channel: string; externalId: string } {
  const [, channel, externalId] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  if (channel && externalId) return { channel, externalId };
  throw new Fault("invalid", `"${text}" is not a valid chat address.`, { hint: USAGE });
}

async function readTranscript(file: string): Promise<{ text: string; at: number }> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new Fault("missing", `File not found: ${file}`, { hint: "Check the path." });
  return { text: await readFile(file, "utf8"), at: Math.floor(found.mtimeMs) };
}

interface Sending {
  readonly chat: { readonly channel: string; readonly externalId: string };
  readonly at: number;
  readonly messages: readonly SaidLine[];
}

async function send(
  ask: Ask,
  { chat, at, messages }: Sending,
): Promise<{ readonly imported: number; readonly known: number }> {
  let imported = 0;
  let known = 0;
  for (const batch of toBatches(messages)) {
    const done = await ask(sessions.importInto, {
      at,
      place: toPublicAddress(chat),
      messages: [...batch],
    });
    imported += done.imported;
    known += done.known;
  }
  return { imported, known };
}

function toBatches(messages: readonly SaidLine[]): readonly (readonly SaidLine[])[] {
  const batches: SaidLine[][] = [];
  let chars = 0;
  for (const message of messages) {
    const last = batches.at(-1);
    chars += message.text.length;
    if (last && last.length < BATCH && chars <= BATCH_CHARS) last.push(message);
    else {
      batches.push([message]);
      chars = message.text.length;
    }
  }
  return batches;
}

function reportMalformed(malformed: readonly MalformedLine[], { stderr }: CommandContext): void {
  for (const { number, text } of malformed.slice(0, SHOWN_LINES)) {
    const start = JSON.stringify(text.slice(0, SHOWN_CHARS).toWellFormed());
    stderr.write(`Line ${number} is not a valid message: ${start}\n`);
  }
  const more = malformed.length - SHOWN_LINES;
  if (more > 0) stderr.write(`${more} more lines are not valid messages.\n`);
}

function count(malformed: readonly MalformedLine[]): string {
  return `${malformed.length} malformed ${malformed.length === 1 ? "line" : "lines"}`;
}
