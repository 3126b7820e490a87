import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { LogEntry } from "@reeve/operations/agent/log";
import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";

/** Number of bytes of the file to read for one page. */
const PIECE_BYTES = 1_048_576;

const entry = z.looseObject({
  time: z.number(),
  level: z.enum(["debug", "info", "warn", "error"]),
  msg: z.string(),
});

interface LogPage {
  readonly entries: readonly {
    readonly at: number;
    readonly level: LogEntry["level"];
    readonly sentence: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
  /** Null at the beginning of the file. */
  readonly next: number | null;
}

/** Reads a page of a log file, newest entry first; `before` is the `next` of the previous page. */
export async function readBack(
  file: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<LogPage> {
  if (!existsSync(file)) return { entries: [], next: null };
  await using handle = await open(file, "r");
  const { size } = await handle.stat();
  const end = Math.min(before ?? size, size);
  const start = Math.max(0, end - PIECE_BYTES);
  const piece = Buffer.alloc(end - start);
  await handle.read(piece, 0, piece.length, start);
  const whole = start === 0 ? 0 : piece.indexOf("\n") + 1;
  const lines = linesOf(piece, whole).slice(-limit);
  const from = start + (lines[0]?.from ?? whole);
  const entries = lines.toReversed().flatMap(({ text }) => toEntry(text));
  return { entries, next: from === 0 ? null : from };
}

interface Line {
  /** Its first byte in the piece. */
  readonly from: number;
  readonly text: string;
}

function linesOf(piece: Buffer, whole: number): readonly Line[] {
  const lines: Line[] = [];
  for (let from = whole; from < piece.length;) {
    const found = piece.indexOf("\n", from);
    // A line without an end is still being written.
    if (found === -1) break;
    lines.push({ from, text: piece.toString("utf8", from, found) });
    from = found + 1;
  }
  return lines;
}

function toEntry(line: string): LogPage["entries"] {
  const value = parseJson(line)?.value;
  const read = entry.safeParse(isRecord(value) ? value : undefined);
  if (!read.success) return [];
  const { time: at, level, msg: sentence, ...fields } = read.data;
  return [{ at, level, sentence, fields }];
}
