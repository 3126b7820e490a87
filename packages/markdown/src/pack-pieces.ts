/** How pieces become the text of one message. */
export interface Packing<Piece> {
  readonly join: (one: Piece, next: Piece) => Piece;
  /** Returns whether a message may be this long. */
  readonly fits: (piece: Piece) => boolean;
}

/** Joins pieces, in order, to as few as fit. A piece that does not fit by itself stays as it is. */
export function packPieces<Piece>(
  pieces: readonly Piece[],
  { join, fits }: Packing<Piece>,
): readonly Piece[] {
  const packed: Piece[] = [];
  for (const piece of pieces) {
    const last = packed.at(-1);
    const joined = last === undefined ? undefined : join(last, piece);
    if (joined !== undefined && fits(joined)) packed[packed.length - 1] = joined;
    else packed.push(piece);
  }
  return packed;
}
