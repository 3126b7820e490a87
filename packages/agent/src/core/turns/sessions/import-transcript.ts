import { z } from "zod";
import { digestOf } from "../../../kernel/text/json.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import { userText } from "../../context/render/user-text.ts";

const line = z.object({
  turn: z.string(),
  role: z.enum(["user", "assistant", "tool"]),
  text: z.string(),
});

export type TranscriptLine = z.output<typeof line>;

export interface ImportedTranscript {
  readonly lines: readonly TranscriptLine[];
  /** Lines that were left out because they are not messages. */
  readonly malformed: readonly MalformedLine[];
}

export interface MalformedLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** Reads a transcript that may be damaged: what is no message is left out and named. */
export function importTranscript(text: string): ImportedTranscript {
  const written = text.split("\n").map((one, index) => ({ number: index + 1, text: one }));
  const read = written
    .filter((one) => one.text.trim() !== "")
    .map((one) => ({ one, message: line.safeParse(parseJson(one.text)?.value).data }));
  return {
    lines: read.flatMap(({ message }) => message ?? []),
    malformed: read.flatMap(({ one, message }) => (message ? [] : [one])),
  };
}

/** Messages of a transcript, the same each time it is read. */
export interface SaidLine {
  readonly id: string;
  readonly turn: string;
  readonly direction: "in" | "out";
  readonly text: string;
}

/** The messages of people and the agent; hints, calls and results are left out. */
export function saidOf(lines: readonly TranscriptLine[]): readonly SaidLine[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ turn, role, text: written }): readonly SaidLine[] => {
    if (role === "tool") return [];
    const direction = role === "user" ? "in" : "out";
    const text = (role === "user" ? userText(written) || asWritten(written) : written).trim();
    if (text === "") return [];
    const digest = digestOf({ turn, role, text });
    const nth = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, nth);
    return [{ id: `${digest}-${nth}`, turn, direction, text }];
  });
}

/** Reads text of another program, which has no markup; a line of ours without it is a hint. */
function asWritten(text: string): string {
  return text.startsWith("[") || text.startsWith("<context") ? "" : text;
}
