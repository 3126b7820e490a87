import { expect, test } from "vitest";
import { chooseMutants, type Folder, type Mutant } from "./mutants.ts";

const mutantsOf = (folder: Folder, count: number): readonly Mutant[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${folder}-${n}`,
    file: `${folder}.ts`,
    folder,
    line: n,
    column: 1,
    kind: "BooleanLiteral",
    replacement: "true",
  }));

const mutants = [
  ...mutantsOf("turns", 500),
  ...mutantsOf("approvals", 60),
  ...mutantsOf("delivery", 4),
];

test("each folder has as many mutants as the others, as far as there are as many", () => {
  const chosen = chooseMutants(mutants, { count: 100, seed: 1 });
  const counts = Object.fromEntries(
    [...Map.groupBy(chosen, ({ folder }) => folder)].map(([folder, all]) => [folder, all.length]),
  );
  expect(counts).toEqual({ turns: 48, approvals: 48, delivery: 4 });
  expect(new Set(chosen).size).toBe(100);
});

const chosenBy = (seed: number) => chooseMutants(mutants, { count: 100, seed }).map(({ id }) => id);

test("a seed chooses the same mutants each time, and another seed others", () => {
  expect(chosenBy(1)).toEqual(chosenBy(1));
  expect(chosenBy(1)).not.toEqual(chosenBy(2));
});
