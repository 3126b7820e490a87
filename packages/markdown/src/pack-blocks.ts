import type { Block } from "./markdown.ts";

/** How blocks become the messages of a platform. */
export interface Packing<Piece> {
  /** Maximum length of a message. */
  readonly max: number;
  /** Length of a piece as the platform counts it. */
  readonly measure: (piece: Piece) => number;
  /** Formats a block as pieces of at most `max`, without those that show nothing. */
  readonly format: (block: Block, max: number) => readonly Piece[];
  /** Returns one message with both, or undefined if none may hold them. */
  readonly join: (one: Piece, next: Piece, below: "block" | "heading") => Piece | undefined;
}

/** Length of what may stand between two pieces, however it is counted. */
const MAX_GAP = 4;

/**
 * Packs blocks, in order, into as few messages as hold them whole. A heading stays with what follows it, and
 * a block that does not fit into a message begins below a few words before it.
 */
export function packBlocks<Piece>(
  blocks: readonly Block[],
  { max, measure, format, join }: Packing<Piece>,
): readonly Piece[] {
  const packed: Piece[] = [];
  const add = (piece: Piece) => {
    const last = packed.at(-1);
    const joined = last === undefined ? undefined : join(last, piece, "block");
    if (joined === undefined) packed.push(piece);
    else packed[packed.length - 1] = joined;
  };
  let heading: Piece | undefined;
  for (const block of blocks) {
    const whole = format(block, max);
    const above = heading ?? (whole.length > 1 ? packed.at(-1) : undefined);
    const isShort = above !== undefined && measure(above) <= max / 4;
    const [first, ...others] = isShort ? format(block, max - measure(above) - MAX_GAP) : whole;
    if (first === undefined) continue;
    const joined = heading === undefined ? first : join(heading, first, "heading");
    if (heading !== undefined && joined === undefined) add(heading);
    const pieces = [joined ?? first, ...others];
    heading = block.type === "heading" ? pieces.pop() : undefined;
    for (const [index, piece] of pieces.entries()) {
      // Pieces of one block would be joined in the middle of a sentence.
      if (index === 0) add(piece);
      else packed.push(piece);
    }
  }
  if (heading !== undefined) add(heading);
  return packed;
}
