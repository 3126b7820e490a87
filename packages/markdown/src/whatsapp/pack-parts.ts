import { isVisible } from "../is-visible.ts";

/** Joins pieces, with a free line between them, to as few texts of at most `limit` units as go in order. */
export function packParts(pieces: readonly string[], limit: number): readonly string[] {
  const parts: string[] = [];
  for (const piece of pieces.filter(isVisible).map((text) => text.trimEnd())) {
    const joined = parts.length === 0 ? piece : `${parts.at(-1)}\n\n${piece}`;
    if (parts.length > 0 && joined.length <= limit) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}
