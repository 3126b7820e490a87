import type { Block } from "./find-blocks.ts";

/** Patterns of positions where text of each kind may be cut, best first; otherwise anywhere. */
const SEAMS: Readonly<Record<Block["kind"], readonly RegExp[]>> = {
  heading: [/(?<=\s)/],
  code: [/(?<=\n)/],
  table: [/(?<=\n)/],
  list: [/(?<=\n)/, /(?<=[.!?…]\s)|(?<=[。！？])/u, /(?<=\s)/],
  text: [/(?<=\n)/, /(?<=[.!?…]\s)|(?<=[。！？])/u, /(?<=\s)/],
};

export interface Length {
  /** Target length of parts in characters. */
  readonly about: number;
  readonly max: number;
}

/** Returns the block's text, in parts where it is longer than `max`, cut no deeper than it has to be. */
export function cutLong({ kind, text }: Pick<Block, "kind" | "text">, length: Length): string[] {
  return cut(text, SEAMS[kind], length);
}

function cut(text: string, [seam, ...deeper]: readonly RegExp[], length: Length): string[] {
  const { about, max } = length;
  if (text.length <= max) return [text];
  if (!seam) return cutAnywhere(text, max);
  const parts: string[] = [];
  let part = "";
  for (const piece of text.split(seam)) {
    if (part.length + piece.length > about && part !== "") {
      parts.push(part);
      part = "";
    }
    if (piece.length <= max) {
      part += piece;
      continue;
    }
    const shorter = cut(piece, deeper, length);
    part = shorter.pop() ?? "";
    parts.push(...shorter);
  }
  return part === "" ? parts : [...parts, part];
}

/** Never between the halves of one character. */
function cutAnywhere(text: string, max: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + max;
    const isInside = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length;
    const next = isInside ? end - 1 : end;
    parts.push(text.slice(at, next));
    at = next;
  }
  return parts;
}
