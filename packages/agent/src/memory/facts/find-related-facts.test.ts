import { expect, test } from "vitest";
import { rankRelated } from "./find-related-facts.ts";
import { newFact } from "../../store/testing/rows.ts";

test("facts with rarer words, and more of them, come first", () => {
  const facts = [
    newFact("ann", { text: "Ann likes cake." }),
    newFact("rome", { text: "Ann lives in Rome." }),
    newFact("both", { text: "Ann's cat lives in Rome." }),
  ];
  const ranked = rankRelated(facts, ["ann", "rome", "cat"]);
  expect(ranked.map(({ id }) => id)).toEqual(["both", "rome", "ann"]);
});
