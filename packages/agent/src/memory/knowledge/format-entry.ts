/**
 * A list item that holds `content` and ends with `mark`. Further lines are
 * indented, so that whatever they say stays part of the item: a line that looks
 * like a heading is none.
 */
export function formatEntry(content: string, { mark, time }: EntryOptions): string {
  const [first = "", ...rest] = content.trim().split(/\r?\n/);
  const opening = time === undefined ? `- ${first}` : `- ${time} ${first}`;
  if (rest.length === 0) return `${opening} ${mark}`;
  const lines = rest.map((line) => (line.trim() === "" ? "" : `  ${line}`));
  return [opening, ...lines, `  ${mark}`].join("\n");
}

export interface EntryOptions {
  readonly mark: string;
  /** `HH:MM` */
  readonly time?: string | undefined;
}
