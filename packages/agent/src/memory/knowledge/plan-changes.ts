import { createHash } from "node:crypto";
import type { Passage } from "../../store/search/passages.ts";
import { kindOf, refOf } from "./file-kind.ts";
import type { FilePassage } from "./to-passages.ts";

export interface Changes {
  readonly remove: readonly Passage[];
  readonly put: readonly (FilePassage & { readonly ref: string })[];
}

/**
 * Plans the changes that turn the stored passages of a file into its current ones. A passage with unchanged
 * text keeps its number, wherever it moved; new ones get free numbers.
 */
export function planChanges(
  path: string,
  stored: readonly Passage[],
  now: readonly FilePassage[],
): Changes {
  const kept = Map.groupBy(stored, (one) => keyOf({ ...one, kind: kindOf(one.scope, one.ref) }));
  const fresh = now.filter((passage) => kept.get(keyOf(passage))?.shift() === undefined);
  const taken = new Set(stored.map(({ ref }) => ref));
  let number = 0;
  const put = fresh.map((passage) => {
    do number += 1;
    while (taken.has(refOf(path, { kind: passage.kind, number })));
    return { ...passage, ref: refOf(path, { kind: passage.kind, number }) };
  });
  return { remove: [...kept.values()].flat(), put };
}

function keyOf({ kind, integrity, sources = [], text }: Omit<FilePassage, "at">): string {
  return JSON.stringify([
    kind,
    integrity,
    ...sources.map(({ where }) => where),
    createHash("sha256").update(text).digest("hex"),
  ]);
}
