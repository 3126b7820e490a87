import { expect, test } from "vitest";
import { sizesToJson, toSizes } from "./prompt-sizes.ts";

const sizes = {
  estTokensHistory: 626,
  estTokensContext: 216,
  estTokensUserTurn: 141,
  contextLayers: ["system", "extras"],
  historyInteractions: 3,
};

test.each([sizes, { ...sizes, contextLayers: [] }])("sizes are stored briefly: %o", (one) => {
  expect(sizesToJson(one).length).toBeLessThan(40);
  expect(toSizes(sizesToJson(one))).toEqual(one);
});

test("sizes with their names, of earlier versions, are read", () => {
  expect(toSizes(JSON.stringify(sizes))).toEqual(sizes);
});
