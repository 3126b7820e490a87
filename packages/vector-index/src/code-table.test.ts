import { expect, test } from "vitest";
import { codeLayout } from "./code-layout.ts";
import { dayOf, packRows } from "./code-rows.ts";
import { createCodeTable } from "./code-table.ts";
import { type Coder, createCoder, encodeVector } from "./encode-vector.ts";
import { mixture, nearestOf } from "./testing/vectors.ts";

const EVER = [0, 0xffff] as const;

/** A table of rows in three scopes in turn, a day apart. */
function fillRows(count: number, codeOf: (row: number) => Uint8Array, coder: Coder) {
  const table = createCodeTable(coder);
  const rows = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    scope: 1 + (at % 3),
    at: at * 86_400_000,
    code: codeOf(at),
  }));
  table.append(packRows(codeLayout(coder.dims), rows));
  return table;
}

function fill(dims: number, vectors: readonly Float32Array[]) {
  const coder = createCoder(new Float32Array(dims));
  const codes = vectors.map((vector) => encodeVector(vector, coder));
  return fillRows(vectors.length, (row) => codes[row] ?? new Uint8Array(), coder);
}

test.each([64, 192, 384, 1024, 1536, 3072])(
  "the nearest of vectors with %i dimensions are among the best estimates, in order of them",
  (dims) => {
    const vectors = mixture(900, { dims, topics: 30 });
    const table = fill(dims, vectors);
    const query = mixture(1, { dims, topics: 30, seed: 5 })[0] ?? new Float32Array();
    const { ids, cosines } = table.estimate(query, { scopes: [1, 2, 3], days: EVER });

    expect(ids).toHaveLength(900);
    expect(Array.from(cosines)).toEqual(Array.from(cosines).toSorted((a, b) => b - a));
    const best = new Set(ids.subarray(0, 150));
    const found = nearestOf(query, vectors, 10).filter((at) => best.has(at + 1));
    expect(found.length).toBeGreaterThanOrEqual(9);
  },
);

test("estimates are close to the cosines", () => {
  const vectors = mixture(500, { dims: 384, topics: 5 });
  const table = fill(384, vectors);
  const query = vectors[0] ?? new Float32Array();
  const { ids, cosines } = table.estimate(query, { scopes: [1, 2, 3], days: EVER });
  const errors = Array.from(ids, (id, at) => {
    const vector = vectors[id - 1] ?? new Float32Array();
    const cosine = vector.reduce((sum, value, dim) => sum + value * (query[dim] ?? 0), 0);
    return cosine - (cosines[at] ?? 0);
  });
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(Math.abs(mean)).toBeLessThan(0.01);
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.2);
});

test("only rows of the scopes and days asked for are looked at", () => {
  const table = fill(64, mixture(9000, { dims: 64, topics: 9 }));
  const query = mixture(1, { dims: 64, topics: 9 })[0] ?? new Float32Array();
  const look = (scopes: readonly number[], days: readonly [number, number]) =>
    Array.from(table.estimate(query, { scopes, days }).ids).toSorted((a, b) => a - b);

  expect(look([], EVER)).toEqual([]);
  expect(look([2, 7, 2 ** 21], [10, 20])).toEqual([11, 14, 17, 20]);
  expect(look([1, 2, 3], [8998, 9999])).toEqual([8999, 9000]);
  expect(look([3], EVER)).toHaveLength(3000);
});

test("with many rows the nearest are still found, of all and of a part", () => {
  const vectors = mixture(40_000, { dims: 64, topics: 50 });
  const table = fill(64, vectors);
  const query = mixture(1, { dims: 64, topics: 50, seed: 9 })[0] ?? new Float32Array();
  const nearest = nearestOf(query, vectors, 10).map((at) => at + 1);
  for (const scopes of [
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2],
  ]) {
    const { ids } = table.estimate(query, { scopes, days: EVER });
    const wanted = nearest.filter((id) => scopes.includes(1 + ((id - 1) % 3)));
    const best = new Set(ids.subarray(0, 3000));
    expect(ids.length).toBeLessThan(40_000);
    expect(wanted.filter((id) => !best.has(id))).toEqual([]);
  }
});

test.each([
  { blocks: "the first and every third block", isNear: (block: number) => block % 3 === 0 },
  { blocks: "all others", isNear: (block: number) => block % 3 !== 0 },
])("the nearest are found where they are in $blocks", ({ isNear }) => {
  const coder = createCoder(new Float32Array(64));
  const near = mixture(50, { dims: 64, topics: 1, shared: 0 });
  const query = near[0] ?? new Float32Array();
  const codes = near.map((vector) => encodeVector(vector, coder));
  const farCodes = near.map((vector) => encodeVector(vector.map(negated), coder));
  const codeOf = (row: number) =>
    (isNear(Math.floor(row / 4096)) ? codes : farCodes)[row % 50] ?? new Uint8Array();
  const table = fillRows(80_000, codeOf, coder);

  const { ids } = table.estimate(query, { scopes: [1, 2, 3], days: EVER });
  expect(ids.length).toBeGreaterThanOrEqual(8000);
  for (const id of ids.subarray(0, 500)) {
    expect(isNear(Math.floor((id - 1) / 4096))).toBe(true);
    expect((id - 1) % 50).toBe(0);
  }
});

test("the nearest is found beside more equal rows than a list holds", () => {
  const coder = createCoder(new Float32Array(64));
  const [vector = new Float32Array()] = mixture(1, { dims: 64, topics: 1 });
  const near = encodeVector(vector, coder);
  const far = encodeVector(vector.map(negated), coder);
  const table = fillRows(140_000, (row) => (row === 139_999 ? near : far), coder);
  const { ids } = table.estimate(vector, { scopes: [1, 2, 3], days: EVER });
  expect(ids[0]).toBe(140_000);
  expect(ids.length).toBeGreaterThan(131_072);
  expect(new Set(ids).size).toBe(ids.length);
});

test("many removed rows do not stand in the way of others", () => {
  const coder = createCoder(new Float32Array(64));
  const [query = new Float32Array(), ...others] = mixture(50, { dims: 64, topics: 9 });
  const near = encodeVector(query, coder);
  const codes = others.map((vector) => encodeVector(vector, coder));
  const codeOf = (row: number) => (row % 8 === 0 ? near : (codes[row % 49] ?? near));
  const table = fillRows(50_000, codeOf, coder);
  table.remove(new Set(Array.from({ length: 6250 }, (_, at) => 1 + at * 8)));
  const { ids } = table.estimate(query, { scopes: [1, 2, 3], days: EVER });
  expect(ids.filter((id) => id > 0).length).toBeGreaterThan(2000);
});

test.each([
  { part: "two of three scopes", scopes: [1, 2], days: EVER },
  { part: "33,000 days in a row", scopes: [1, 2, 3], days: [20_000, 52_999] as const },
])("with many rows the nearest are found in $part, among them no other", ({ scopes, days }) => {
  const coder = createCoder(new Float32Array(64));
  const vectors = mixture(500, { dims: 64, topics: 50 });
  const query = vectors[7] ?? new Float32Array();
  const codes = vectors.map((vector) => encodeVector(vector, coder));
  const table = fillRows(60_000, (row) => codes[row % 500] ?? new Uint8Array(), coder);
  const isAllowed = (id: number) =>
    scopes.includes(1 + ((id - 1) % 3)) && id > days[0] && id <= days[1] + 1;
  const allowed = Array.from({ length: 60_000 }, (_, at) => at + 1).filter(isAllowed);
  const equal = allowed.filter((id) => id % 500 === 8);

  const ids = Array.from(table.estimate(query, { scopes, days }).ids);
  expect(ids.slice(0, equal.length).toSorted((a, b) => a - b)).toEqual(equal);
  expect(ids.filter((id) => !isAllowed(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(3000);
});

test("a scope that is named twice counts once", () => {
  const table = fill(64, mixture(900, { dims: 64, topics: 9 }));
  const query = mixture(1, { dims: 64, topics: 9 })[0] ?? new Float32Array();
  const { ids } = table.estimate(query, { scopes: [1, 1, 1], days: EVER });
  expect(Array.from(ids).filter((id) => (id - 1) % 3 !== 0)).toEqual([]);
});

test("removed rows are not found, whatever is asked", () => {
  const vectors = mixture(5000, { dims: 64, topics: 9 });
  const table = fill(64, vectors);
  const query = vectors[41] ?? new Float32Array();
  expect(table.estimate(query, { scopes: [1, 2, 3], days: EVER }).ids[0]).toBe(42);
  table.remove(new Set([42, 43, 99_999]));
  table.remove(new Set([42]));
  expect(table.size).toBe(4998);
  const whole = table.estimate(query, { scopes: [1, 2, 3], days: EVER });
  expect(whole.ids.subarray(0, 4998)).not.toContain(42);
  expect(table.estimate(query, { scopes: [3], days: EVER }).ids).not.toContain(42);
});

test("moments outside of what a day can hold count as the first and the last", () => {
  expect([-1, 0, 86_400_000, Number.MAX_SAFE_INTEGER].map(dayOf)).toEqual([0, 0, 1, 0xffff]);
});

test("dimensions that codes cannot have are refused", () => {
  expect(() => codeLayout(100)).toThrow("100 is not a multiple of 64");
  expect(() => codeLayout(4096)).toThrow("4096 is not a multiple of 64");
  expect(() => codeLayout(0)).toThrow("0 is not a multiple of 64");
});

function negated(value: number): number {
  return -value;
}
