import type { CandidateRow, Candidates } from "../../store/search/search.ts";

/** Joins what two searches with the same terms and scopes have found. */
export function mergeCandidates(one: Candidates, other: Candidates): Candidates {
  const found = new Map<number, Linked>();
  for (const { rows } of [one, other]) {
    for (const row of rows) {
      const known = found.get(row.id);
      found.set(row.id, {
        row: { ...row, isCandidate: row.isCandidate || known?.row.isCandidate === true },
        previous: rows[row.previous ?? -1]?.id ?? known?.previous,
        next: rows[row.next ?? -1]?.id ?? known?.next,
      });
    }
  }
  const linked = [...found.values()].toSorted(
    (left, right) => left.row.scope - right.row.scope || left.row.id - right.row.id,
  );
  const places = new Map(linked.map(({ row }, at) => [row.id, at]));
  const rows = linked.map(({ row, previous, next }) => ({
    ...row,
    previous: previous === undefined ? undefined : places.get(previous),
    next: next === undefined ? undefined : places.get(next),
  }));
  return { ...one, rows, completeTo: Math.min(one.completeTo, other.completeTo) };
}

interface Linked {
  readonly row: CandidateRow;
  /** Ids of the neighbors. */
  readonly previous: number | undefined;
  readonly next: number | undefined;
}
