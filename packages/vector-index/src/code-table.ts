import { BLOCK_ROWS, codeLayout, columnOffsets } from "./code-layout.ts";
import { blockOffsets, countRows } from "./code-rows.ts";
import { type CodedQuery, encodeQuery } from "./encode-query.ts";
import type { Coder } from "./encode-vector.ts";
import { createKernels } from "./kernels.ts";

/** Which rows a search may look at. */
export interface RowFilter {
  readonly scopes: readonly number[];
  /** Days (`dayOf`), both inclusive. */
  readonly days: readonly [from: number, to: number];
}

/** Result of a search in codes: rows ordered by estimated cosine, best first. */
export interface Estimates {
  readonly ids: Uint32Array;
  readonly cosines: Float32Array;
  /** More of the same, from the best on; only until the table estimates something else. */
  more(limit: number): Estimates;
}

/** The codes of all vectors of a space in memory: 66 bytes a row of 384 dimensions, and 2 to work with. */
export interface CodeTable {
  /** Rows that were added and not removed. */
  readonly size: number;
  /** Adds the rows of a segment (`packRows`). */
  append(segment: Uint8Array): void;
  remove(ids: ReadonlySet<number>): void;
  /** The rows nearest to a vector by their codes alone, at most `limit`. */
  estimate(vector: Float32Array, filter: RowFilter, limit?: number): Estimates;
  /** Inner products of the vectors in `halves`, which follow one another, with `vector`. */
  multiply(halves: Uint8Array, vector: Float32Array): Float32Array;
}

/** Up to here every row is estimated; of more only those whose signs agree best. */
const ALL_ESTIMATED = 32_768;
/** About how many rows are estimated of more; half of them are enough if a sample was not quite right. */
const ESTIMATED = { most: 12_000, share: 0.1 };
/** A list of this length is full. Rows at the last distance may add to those that are estimated. */
const LISTED = 131_072;
/** Maximum number of blocks in a sample. */
const SAMPLED = 8;
/** Most vectors that are multiplied at once. */
const STAGED = 256;
/** Scopes up to this number can be looked at. */
const SCOPES = 1 << 20;

/** Rows that were selected, and the blocks that contain them. */
interface Selected {
  readonly count: number;
  readonly within: readonly number[];
}

interface Distances {
  /** Blocks. */
  readonly within: readonly number[];
  /** Bits, both inclusive. */
  readonly least?: number;
  readonly most: number;
  /** Measures a block first. */
  readonly measure?: (index: number) => void;
  /** Length of the list before. */
  readonly listed?: number;
}

const PAGE = 65_536;
const LEVELS = 4096;
/** Apart from each other, for the most dimensions; the loops know it. */
const PLANE_BYTES = 512;

export function createCodeTable(coder: Coder): CodeTable {
  const layout = codeLayout(coder.dims);
  const block = blockOffsets(layout);
  const area = workingArea(coder.dims);
  const memory = new WebAssembly.Memory({ initial: area.end / PAGE, maximum: PAGE });
  const kernels = createKernels(memory);
  const inScope = new Uint32Array(SCOPES);
  let rows = 0;
  let size = 0;

  const blockAt = (index: number) => area.end + index * block.size;
  const blocks = () => Math.ceil(rows / BLOCK_ROWS);
  const rowsOf = (index: number) => Math.min(BLOCK_ROWS, rows - index * BLOCK_ROWS);

  const makeRoom = (count: number) => {
    const needed = blockAt(Math.ceil((rows + count) / BLOCK_ROWS));
    const missing = needed - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  };

  const allBlocks = () => Array.from({ length: blocks() }, (_, index) => index);

  /** Selects rows; returns their number, and the blocks that contain any. */
  const select = ({ scopes, days: [from, to] }: RowFilter): Selected => {
    const bitmap = new Uint8Array(memory.buffer, area.bitmap, SCOPES / 8);
    bitmap.fill(0);
    for (const scope of scopes)
      if (scope < SCOPES) bitmap[scope >> 3] = (bitmap[scope >> 3] ?? 0) | (1 << (scope & 7));
    let count = 0;
    const within = allBlocks().filter((index) => {
      const at = blockAt(index);
      const found = kernels.select(
        at + block.scopes,
        at + block.days,
        rowsOf(index),
        area.bitmap,
        SCOPES,
        from,
        to,
        at + block.out,
      );
      count += found;
      return found > 0;
    });
    return { count, within };
  };

  /** Estimates `count` rows of the list, from `first` on. */
  const estimateListed = (query: CodedQuery, count: number, first = 0) => {
    kernels.estimate(
      area.end,
      block.size,
      block.factors,
      layout.width,
      area.list + first * 4,
      count,
      area.planes,
      2 * query.low,
      2 * query.step,
      query.total,
      area.estimates + first * 2,
    );
  };

  /** Lists and estimates the rows of blocks at the given distances until the list is full; returns its length. */
  const estimateAt = (
    query: CodedQuery,
    { within, least = 0, most, measure, listed = 0 }: Distances,
  ): number => {
    let found = listed;
    for (const index of within) {
      if (found >= LISTED) break;
      measure?.(index);
      const out = blockAt(index) + block.out;
      const list = area.list + found * 4;
      const first = index * BLOCK_ROWS;
      const count = kernels.collect(out, rowsOf(index), least, most, first, list);
      estimateListed(query, count, found);
      found += count;
    }
    return found;
  };

  /**
   * Estimates the rows whose signs agree best with the query's. A sample tells how far these are from it, so that
   * each block is measured and estimated while it is in the processor's cache. If the sample was misleading, the
   * distances of all rows are counted.
   */
  const estimateNearest = (
    query: CodedQuery,
    { count, within, isFiltered }: Selected & { readonly isFiltered: boolean },
  ): number => {
    const measure = (index: number) => {
      const at = blockAt(index);
      const out = at + block.out;
      kernels.measure(at, rowsOf(index), layout.width, area.signs, out, isFiltered ? 1 : 0);
    };
    const counts = new Uint32Array(memory.buffer, area.histogram, coder.dims + 1);
    const countDistances = (stride: number) => {
      counts.fill(0);
      for (let at = 0; at < within.length; at += stride) {
        const index = within[at] ?? 0;
        measure(index);
        kernels.count(blockAt(index) + block.out, rowsOf(index), area.histogram);
      }
    };
    const wanted = Math.min(ESTIMATED.most, size * ESTIMATED.share);
    countDistances(Math.ceil(within.length / SAMPLED));
    const sampled = counts.reduce((sum, rowsAt) => sum + rowsAt, 0);
    const likely = distanceOf((wanted * sampled) / count, counts);
    const found = estimateAt(query, { within, most: likely, measure });
    if (found >= wanted / 2 && found < LISTED) return found;

    countDistances(1);
    const most = distanceOf(wanted, counts);
    const nearer = most > 0 ? estimateAt(query, { within, most: most - 1 }) : 0;
    return estimateAt(query, { within, least: most, most, listed: nearer });
  };

  const bestOf = (count: number, found: { limit: number; offset: number }): Estimates => {
    const levels = new Uint16Array(memory.buffer, area.estimates, count);
    const positions = new Uint32Array(memory.buffer, area.list, count);
    const best = Math.min(count, found.limit);
    const order = sortByLevel(levels, best);
    const ids = new Uint32Array(best);
    const cosines = new Float32Array(best);
    const whole = new Uint32Array(memory.buffer);
    // No iterators here: they take longer than the loops themselves.
    for (let rank = 0; rank < best; rank++) {
      const index = order[rank] ?? 0;
      const position = positions[index] ?? 0;
      const at = blockAt(Math.floor(position / BLOCK_ROWS)) + block.ids;
      ids[rank] = whole[at / 4 + (position % BLOCK_ROWS)] ?? 0;
      cosines[rank] = (levels[index] ?? 0) / (LEVELS / 2) - 1 + found.offset;
    }
    return { ids, cosines, more: (limit) => bestOf(count, { ...found, limit }) };
  };

  /** Lists and estimates rows; returns their number. */
  const estimateRows = (query: CodedQuery, filter: RowFilter): number => {
    const allowed = [...new Set(filter.scopes)].reduce((sum, one) => sum + (inScope[one] ?? 0), 0);
    const isWhole = allowed === size && filter.days[0] === 0 && filter.days[1] === 0xffff;
    if (isWhole && rows <= ALL_ESTIMATED) {
      const list = new Uint32Array(memory.buffer, area.list, rows);
      for (let row = 0; row < rows; row++) list[row] = row;
      estimateListed(query, rows);
      return rows;
    }
    if (isWhole) {
      const within = allBlocks();
      return estimateNearest(query, { count: rows, within, isFiltered: false });
    }
    const { count, within } = select(filter);
    if (count <= ALL_ESTIMATED) return estimateAt(query, { within, most: 0 });
    return estimateNearest(query, { count, within, isFiltered: true });
  };

  /** Writes a query to where the loops read it: its planes follow its signs. */
  const loadQuery = ({ signs, planes }: CodedQuery) => {
    const bytes = new Uint8Array(memory.buffer, area.signs, PLANE_BYTES * (1 + planes.length));
    bytes.fill(0);
    for (const [index, plane] of [signs, ...planes].entries())
      bytes.set(plane, index * PLANE_BYTES);
  };

  return {
    get size() {
      return size;
    },

    append(segment) {
      const count = countRows(layout, segment);
      makeRoom(count);
      const from = columnOffsets(layout, count);
      const bytes = new Uint8Array(memory.buffer);
      const [bits] = layout.columns;
      for (let done = 0; done < count;) {
        const row = rows % BLOCK_ROWS;
        const at = blockAt(Math.floor(rows / BLOCK_ROWS));
        const some = Math.min(count - done, BLOCK_ROWS - row);
        const copy = (column: "bits" | "factors" | "scopes" | "ids" | "days", width: number) => {
          const begin = from[column] + done * width;
          bytes.set(
            segment.subarray(begin, begin + some * width),
            at + block[column] + row * width,
          );
        };
        copy("bits", bits);
        copy("factors", 8);
        copy("scopes", 4);
        copy("ids", 4);
        copy("days", 2);
        const scopes = new Uint32Array(memory.buffer, at + block.scopes + row * 4, some);
        for (const scope of scopes) if (scope < SCOPES) inScope[scope] = (inScope[scope] ?? 0) + 1;
        rows += some;
        done += some;
      }
      size += count;
    },

    remove(ids) {
      const [bits] = layout.columns;
      for (const index of allBlocks()) {
        const at = blockAt(index);
        const count = rowsOf(index);
        const present = new Uint32Array(memory.buffer, at + block.ids, count);
        const scopes = new Uint32Array(memory.buffer, at + block.scopes, count);
        const factors = new Float32Array(memory.buffer, at + block.factors, count * 2);
        for (let row = 0; row < count; row++) {
          if (!ids.has(present[row] ?? 0)) continue;
          const scope = scopes[row] ?? 0;
          if (scope < SCOPES) inScope[scope] = (inScope[scope] ?? 0) - 1;
          size -= 1;
          present[row] = 0;
          scopes[row] = SCOPES;
          factors[row * 2] = 0;
          factors[row * 2 + 1] = NOWHERE;
          // Random signs are near no query, so that few removed rows are estimated in place of others.
          crypto.getRandomValues(new Uint8Array(memory.buffer, at + row * bits, bits));
        }
      }
    },

    estimate(vector, filter, limit = Infinity) {
      const query = encodeQuery(vector, coder);
      loadQuery(query);
      return bestOf(estimateRows(query, filter), { limit, offset: query.offset });
    },

    multiply(halves, vector) {
      new Float32Array(memory.buffer, area.vector, coder.dims).set(vector);
      const bytes = new Uint8Array(memory.buffer);
      const width = coder.dims * 2;
      const products = new Float32Array(halves.length / width);
      for (let done = 0; done < products.length; done += STAGED) {
        const some = Math.min(STAGED, products.length - done);
        bytes.set(halves.subarray(done * width, (done + some) * width), area.stage);
        kernels.multiply(area.stage, some, coder.dims, area.vector, area.products);
        products.set(new Float32Array(memory.buffer, area.products, some), done);
      }
      return products;
    },
  };
}

/** The estimate of a row that was removed is below every other. */
const NOWHERE = -9;

/** Returns the distance within which there are at least so many rows. */
function distanceOf(wanted: number, counts: Uint32Array): number {
  let found = 0;
  const distance = counts.findIndex((count) => (found += count) >= wanted);
  return distance < 0 ? counts.length - 1 : distance;
}

/** Indexes of at least the `best` highest levels, these first; equal ones in their order. */
function sortByLevel(levels: Uint16Array, best: number): Uint32Array {
  const starts = new Uint32Array(LEVELS + 1);
  for (let index = 0; index < levels.length; index++) {
    const slot = LEVELS - (levels[index] ?? 0);
    starts[slot] = (starts[slot] ?? 0) + 1;
  }
  let sum = 0;
  let last = 0;
  for (let slot = 0; slot <= LEVELS && sum < best; slot++) {
    const count = starts[slot] ?? 0;
    starts[slot] = sum;
    sum += count;
    last = slot;
  }
  const order = new Uint32Array(sum);
  for (let index = 0; index < levels.length; index++) {
    const slot = LEVELS - (levels[index] ?? 0);
    if (slot > last) continue;
    const at = starts[slot] ?? 0;
    order[at] = index;
    starts[slot] = at + 1;
  }
  return order;
}

/** Returns the offsets of the area before the blocks where the loops read a query and write results. */
function workingArea(dims: number) {
  const sizes = {
    signs: PLANE_BYTES,
    planes: PLANE_BYTES * 4,
    histogram: LEVELS * 4,
    bitmap: SCOPES / 8,
    list: (LISTED + BLOCK_ROWS) * 4,
    estimates: (LISTED + BLOCK_ROWS) * 2,
    vector: dims * 4,
    stage: STAGED * dims * 2,
    products: STAGED * 4,
  };
  let at = 0;
  const place = (bytes: number) => {
    const start = at;
    at = Math.ceil((at + bytes) / 64) * 64;
    return start;
  };
  return {
    signs: place(sizes.signs),
    planes: place(sizes.planes),
    histogram: place(sizes.histogram),
    bitmap: place(sizes.bitmap),
    list: place(sizes.list),
    estimates: place(sizes.estimates),
    vector: place(sizes.vector),
    stage: place(sizes.stage),
    products: place(sizes.products),
    end: Math.ceil(at / PAGE) * PAGE,
  };
}
