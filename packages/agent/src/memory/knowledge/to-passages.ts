import { joinLabels, type Label, UNTAINTED } from "../../kernel/label.ts";
import { toInstant } from "when-in-words/local-time";
import type { NewPassage } from "../../store/search/passages.ts";
import { taintedEntriesIn, withoutMarks } from "./entry-mark.ts";
import type { FileKind } from "./file-kind.ts";
import { dayOfPath } from "./paths.ts";
import type { TextFormat } from "./find-blocks.ts";
import { type Piece, splitPassages } from "./split-passages.ts";

/** The section of a day's log in which ended sessions are summed up. */
const SUMMARY_SECTION = "Sessions";

/** A piece of a file as it is searched. */
export interface FilePassage extends Pick<NewPassage, "integrity" | "sources" | "at" | "text"> {
  readonly kind: FileKind;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly format: TextFormat;
  readonly modifiedAt: number;
  readonly timeZone: string;
  /** Label of the file as a whole; default: the owner's. */
  readonly label?: Label | undefined;
  /** Labels of the agent's entries, by the ids in their marks. */
  readonly entries?: ReadonlyMap<string, Label> | undefined;
}

/**
 * The passages of a file of the owner's. What the agent wrote there keeps
 * who stood behind it; its notes on a session count as the session's. A
 * session's summary is none: it is a passage already.
 */
export function toPassages({
  path,
  text,
  format,
  label: whole = UNTAINTED,
  entries,
  ...times
}: TextFile): readonly FilePassage[] {
  const day = dayOfPath(path);
  const at = day === undefined ? times.modifiedAt : noonOf(day, times.timeZone);
  return splitPassages(text, format).flatMap((piece) => {
    const { learned, section = "" } = piece;
    const said = textOf(piece);
    const isInLog = day !== undefined && learned !== undefined;
    if (said === "" || said === `# ${day}` || (isInLog && section === SUMMARY_SECTION)) return [];
    const kind = isInLog ? kindInLog(section) : kindOf(piece);
    const own = taintedEntriesIn(piece.text).flatMap((id) => entries?.get(id) ?? []);
    const written: Label = { integrity: learned ?? "owner", audience: "all" };
    const { integrity, sources } = joinLabels([written, whole, ...own]);
    return [{ kind, integrity, ...(sources && { sources }), at, text: said }];
  });
}

function kindOf({ learned }: Piece): FileKind {
  return learned === undefined ? "memory" : "learned";
}

function kindInLog(section: string): FileKind {
  return /^Session\b/.test(section) ? "session" : "learned";
}

function textOf({ headings, text }: Piece): string {
  const said = withoutMarks(text).trim();
  if (said === "" || headings.length === 0) return said;
  return `${headings.join(" > ")}: ${said}`;
}

function noonOf(day: string, timeZone: string): number {
  return toInstant(Date.parse(`${day}T12:00:00Z`), timeZone);
}
