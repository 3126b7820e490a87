import { BLOCK_ROWS, type CodeLayout, columnOffsets } from "./code-layout.ts";

/** Data of a vector stored beside its code. */
export interface CodedRow {
  readonly id: number;
  readonly scope: number;
  readonly at: number;
  /** See `encodeVector`. */
  readonly code: Uint8Array;
}

const DAY_MS = 86_400_000;
const LAST_DAY = 0xffff;

/** Returns the day of a moment as a number of 16 bits; days out of range count as the first or last. */
export function dayOf(at: number): number {
  return Math.min(LAST_DAY, Math.max(0, Math.floor(at / DAY_MS)));
}

/** Puts rows side by side, as segments keep them. */
export function packRows(layout: CodeLayout, rows: readonly CodedRow[]): Uint8Array {
  const offsets = columnOffsets(layout, rows.length);
  const bytes = new Uint8Array(offsets.end);
  const view = new DataView(bytes.buffer);
  const [bits] = layout.columns;
  for (const [row, { id, scope, at, code }] of rows.entries()) {
    bytes.set(code.subarray(0, bits), row * bits);
    bytes.set(code.subarray(bits, bits + 8), offsets.factors + row * 8);
    view.setUint32(offsets.scopes + row * 4, scope, true);
    view.setUint32(offsets.ids + row * 4, id, true);
    view.setUint16(offsets.days + row * 2, dayOf(at), true);
  }
  return bytes;
}

/** Returns the number of rows in a segment. */
export function countRows({ rowBytes }: CodeLayout, segment: Uint8Array): number {
  return segment.byteLength / rowBytes;
}

/** Returns the ids in a segment, in its order. */
export function idsOf(layout: CodeLayout, segment: Uint8Array): Uint32Array {
  const { ids, days } = columnOffsets(layout, countRows(layout, segment));
  return new Uint32Array(segment.slice(ids, days).buffer);
}

/** Returns the segment without the rows that `keep` refuses. */
export function filterRows(
  layout: CodeLayout,
  segment: Uint8Array,
  keep: (id: number) => boolean,
): Uint8Array {
  const ids = idsOf(layout, segment);
  const rows = Array.from(ids.keys()).filter((row) => keep(ids[row] ?? 0));
  const from = columnOffsets(layout, ids.length);
  const to = columnOffsets(layout, rows.length);
  const kept = new Uint8Array(to.end);
  const [bits] = layout.columns;
  const widths = { bits, factors: 8, scopes: 4, ids: 4, days: 2 } as const;
  for (const column of ["bits", "factors", "scopes", "ids", "days"] as const) {
    const width = widths[column];
    for (const [target, row] of rows.entries()) {
      const at = from[column] + row * width;
      kept.set(segment.subarray(at, at + width), to[column] + target * width);
    }
  }
  return kept;
}

/** Returns the start of each column in a block of memory. */
export function blockOffsets(layout: CodeLayout) {
  const { end, ...columns } = columnOffsets(layout, BLOCK_ROWS);
  return { ...columns, out: end, size: end + BLOCK_ROWS * 2 };
}
