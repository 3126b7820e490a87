import type { MemoryFindings, MemoryHit } from "@reeve/sdk";
import { toLocalTime } from "when-in-words/local-time";

/** The most that is shown of one hit, in characters. */
const MAX_CHARS = 1000;

/** Hits as the model reads them, with dates in `timeZone`, and how complete they are. */
export function formatHits({ hits, waiting }: MemoryFindings, timeZone: string) {
  return { hits: hits.map((hit) => showHit(hit, timeZone)), index: describeIndex(waiting) };
}

function showHit(
  { source, ref, text, author, at, integrity, audience }: MemoryHit,
  timeZone: string,
) {
  const { date, time } = toLocalTime(at, timeZone);
  return {
    source,
    ...(isInFile(ref) ? { path: ref } : { id: ref }),
    date: source === "chat" ? `${date} ${time}` : date,
    ...(author !== undefined && { by: author }),
    label: `from ${integrity}, for ${audience}`,
    text: cut(text),
  };
}

function isInFile(ref: string): boolean {
  return ref.includes("#");
}

function cut(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).trimEnd()} …`;
}

function describeIndex(waiting: number | undefined): string {
  if (waiting === undefined) return "keyword matches only";
  if (waiting === 0) return "complete";
  return `complete, except that the newest passages (${waiting}) were searched by keyword only`;
}
