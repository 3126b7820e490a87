export interface SectionEntry {
  /** The text of a heading of the second level. */
  readonly section: string;
  /** Markdown without a line break at its end. */
  readonly entry: string;
}

/** Adds an entry at the end of a section of a Markdown text; a missing section comes last. */
export function insertEntry(text: string, { section, entry }: SectionEntry): string {
  const chat = findSection(text, section);
  if (!chat) return `${followedByBlankLine(text)}## ${section}\n\n${entry}\n`;
  const before = text.slice(0, chat.end).trimEnd();
  const after = text.slice(chat.end);
  const gap = before.length <= chat.body ? "\n\n" : "\n";
  return `${before}${gap}${entry}\n${after === "" ? "" : `\n${after}`}`;
}

interface Section {
  /** Offset of the end of its heading. */
  readonly body: number;
  /** Offset of the next heading of the first or second level, or of the end of the text. */
  readonly end: number;
}

function findSection(text: string, section: string): Section | undefined {
  const headings = findHeadings(text).filter(({ level }) => level <= 2);
  const index = headings.findIndex(({ level, title }) => level === 2 && isSame(title, section));
  const heading = headings[index];
  if (!heading) return undefined;
  return { body: heading.end, end: headings[index + 1]?.start ?? text.length };
}

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** Headings outside of fenced code. */
function findHeadings(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  let isCode = false;
  for (const { 0: line, index: start } of text.matchAll(/^.+$/gm)) {
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (isCode || !heading) continue;
    const [, marks = "", title = ""] = heading;
    headings.push({ level: marks.length, title, start, end: start + line.length });
  }
  return headings;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function followedByBlankLine(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === "" ? "" : `${trimmed}\n\n`;
}
