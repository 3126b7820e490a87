/** Rows of a block. The loops know it too. */
export const BLOCK_ROWS = 4096;

/** Maximum number of dimensions. */
export const MAX_DIMS = 3072;

/**
 * Layout of vector codes: the signs of a row's coordinates, two factors that turn them into an estimate,
 * its scope, its day and its id. Segments on disk and blocks in memory contain the same columns one after
 * another.
 */
export interface CodeLayout {
  readonly dims: number;
  /** Vectors of 16 bytes that a row's signs take. */
  readonly width: number;
  /** Bytes of a row in each column. */
  readonly columns: readonly [bits: number, factors: 8, scopes: 4, days: 2, ids: 4];
  /** Bytes of a row in all columns. */
  readonly rowBytes: number;
}

/** Checks whether vectors of so many dimensions can have codes. */
export function isIndexable(dims: number): boolean {
  return dims % 64 === 0 && dims >= 64 && dims <= MAX_DIMS;
}

/** Returns the layout for a number of dimensions. Throws a `RangeError` if codes cannot have that many. */
export function codeLayout(dims: number): CodeLayout {
  if (!isIndexable(dims))
    throw new RangeError(`${dims} is not a multiple of 64 from 64 to ${MAX_DIMS}`);
  const width = Math.ceil(dims / 128);
  return {
    dims,
    width,
    columns: [width * 16, 8, 4, 2, 4],
    rowBytes: width * 16 + 18,
  };
}

/** Returns the start of each column among `rows` rows. */
export function columnOffsets({ columns }: CodeLayout, rows: number) {
  const [bits, factors, scopes, days] = columns;
  const factorsAt = rows * bits;
  const scopesAt = factorsAt + rows * factors;
  const idsAt = scopesAt + rows * scopes;
  const daysAt = idsAt + rows * 4;
  return {
    bits: 0,
    factors: factorsAt,
    scopes: scopesAt,
    ids: idsAt,
    days: daysAt,
    end: daysAt + rows * days,
  };
}
