import { z } from "zod";
import { parseJson } from "../../kernel/parse-json.ts";

const line = z.object({
  turn: z.string(),
  role: z.enum(["user", "assistant", "tool"]),
  text: z.string(),
});

export type TranscriptLine = z.output<typeof line>;

export interface ImportedTranscript {
  readonly lines: readonly TranscriptLine[];
  /** Lines that were left out because they are not messages. */
  readonly malformed: number;
}

/** Reads a transcript that may be damaged: what is no message is left out and counted. */
export function importTranscript(text: string): ImportedTranscript {
  const written = text.split("\n").filter((one) => one.trim() !== "");
  const read = written.map((one) => line.safeParse(parseJson(one)?.value));
  const lines = read.flatMap(({ data }) => (data ? [data] : []));
  return { lines, malformed: written.length - lines.length };
}
