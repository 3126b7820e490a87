import { expect, test } from "vitest";
import { stemEnglish } from "./stem-english.ts";

test.each([
  ["consign consigned consigning consignment", "consign"],
  ["knock knocked knocks", "knock"],
  ["hop hopped hopping hops", "hop"],
  ["hope hoped hoping hopes", "hope"],
  ["relate related relating relates", "relat"],
  ["happy happiness", "happi"],
  ["cry cries cried", "cri"],
  ["agree agreed agreeing", "agre"],
  ["generalization generalize generally general", "general"],
  ["possible possibly", "possibl"],
  ["die dies dying", "die"],
])("gives one stem to %s", (words, stem) => {
  expect(new Set(words.split(" ").map(stemEnglish))).toEqual(new Set([stem]));
});

test.each(["news", "sky", "by", "bus", "gas", "this", "sing", "proceed", "t"])(
  "leaves %s as it is",
  (word) => {
    expect(stemEnglish(word)).toBe(word);
  },
);
