import { expect, test } from "vitest";
import { factRow } from "../testing/rows.ts";
import { rankKnown } from "./find-known.ts";

test("facts with rarer words, and more of them, come first", () => {
  const facts = [
    factRow("ann", { text: "Ann likes cake." }),
    factRow("rome", { text: "Ann lives in Rome." }),
    factRow("both", { text: "Ann's cat lives in Rome." }),
  ];
  const ranked = rankKnown(facts, ["ann", "rome", "cat"]);
  expect(ranked.map(({ id }) => id)).toEqual(["both", "rome", "ann"]);
});
