import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ClockMark } from "./clock-guard.ts";

const markSchema = z.object({
  time: z.number(),
  boot: z.string(),
  sinceBoot: z.number().optional(),
  doubtedSince: z.number().optional(),
});

/** Reads the mark of the process before; undefined for a new home, and for a file that a power cut left empty. */
export function readMark(file: string): ClockMark | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = markSchema.safeParse(parseJson(readFileSync(file, "utf8"))?.value);
  if (!parsed.success) return undefined;
  const { time, boot, sinceBoot, doubtedSince } = parsed.data;
  return { time, boot, sinceBoot, doubtedSince };
}

/** Replaces the mark. It costs no flush: after a power cut an older one does as well. */
export function writeMark(file: string, mark: ClockMark): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(mark), { mode: 0o600 });
  renameSync(fresh, file);
}
