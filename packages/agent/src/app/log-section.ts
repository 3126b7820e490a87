import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { z } from "zod";
import { refuseBelow } from "../core/caller-place.ts";
import { type ControlSection, defineMethod } from "../core/control.ts";
import { isRecord } from "../kernel/json.ts";
import { parseJson } from "../kernel/parse-json.ts";

/** How much of the file is looked at for one page. */
const PIECE_BYTES = 1_048_576;

const entry = z.looseObject({ time: z.number(), level: z.string(), msg: z.string() });

/** What the agent wrote down of what it does; `file` is its log. */
export function logSection(file: string): ControlSection {
  return {
    name: "log",
    methods: {
      tail: defineMethod({
        summary: "The newest entries of the log, newest first; `next` says where older ones end.",
        params: z.object({
          before: z.int().min(0).optional().describe("`next` of the page before."),
          limit: z.int().min(1).max(1_000).default(100),
        }),
        run: async (page, { person }) => {
          refuseBelow("admin", person, "read the log");
          return readBack(file, page);
        },
      }),
    },
  };
}

interface LogPage {
  readonly entries: readonly {
    readonly at: number;
    readonly level: string;
    readonly sentence: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
  /** Null at the beginning of the file. */
  readonly next: number | null;
}

async function readBack(
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
    // What has no end yet is being written.
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
