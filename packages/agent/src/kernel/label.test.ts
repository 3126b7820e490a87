import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  INTEGRITIES,
  isLessTrusted,
  joinLabels,
  type Label,
  isVisibleIn,
  type DisplayContext,
  UNTAINTED,
} from "./label.ts";
import { ROLES } from "./principal.ts";

const audiences = ["all", "owner", "person:ann", "person:bob", "place:1", "place:7"];
const label: fc.Arbitrary<Label> = fc.record(
  {
    integrity: fc.constantFrom(...INTEGRITIES),
    audience: fc.constantFrom(...audiences),
    origin: fc.constantFrom("web page a", "message of Bob"),
  },
  { requiredKeys: ["integrity", "audience"] },
);
const reader: fc.Arbitrary<DisplayContext> = fc.record({
  chat: fc.constantFrom("1", "7"),
  kind: fc.constantFrom("direct", "group", "channel"),
  uid: fc.constantFrom("ann", "bob", "group-7"),
  role: fc.constantFrom(...ROLES),
});

test("what is joined is no more trusted than any of it, whatever the order", () => {
  fc.assert(
    fc.property(fc.array(label), (labels) => {
      const joined = joinLabels(labels);
      expect(labels.some(({ integrity }) => isLessTrusted(joinLabels([joined]), integrity))).toBe(
        labels.some(({ integrity }) => integrity !== joined.integrity),
      );
      const { integrity, audience } = joinLabels(labels.toReversed());
      expect({ integrity, audience }).toEqual({
        integrity: joined.integrity,
        audience: joined.audience,
      });
    }),
  );
});

test("what is joined reaches nobody whom one of the parts may not reach", () => {
  fc.assert(
    fc.property(fc.array(label), reader, (labels, who) => {
      const reaches = isVisibleIn(joinLabels(labels).audience, who);
      if (reaches) expect(labels.filter(({ audience }) => !isVisibleIn(audience, who))).toEqual([]);
    }),
  );
});

test("the origin is that of the least trusted part, and joining with nothing changes nothing", () => {
  const page: Label = { integrity: "web", audience: "all", origin: "web page a.example" };
  const bob: Label = { integrity: "member", audience: "place:7", origin: "message of Bob" };
  expect(joinLabels([bob, page, UNTAINTED])).toEqual({ ...page, audience: "place:7" });
  expect(joinLabels([bob])).toEqual(bob);
  expect(joinLabels([])).toEqual(UNTAINTED);
});

test.each([
  ["all", "group", "member", true],
  ["place:7", "group", "member", true],
  ["place:1", "group", "owner", false],
  ["person:ann", "group", "owner", false],
  ["owner", "group", "owner", false],
  ["person:ann", "direct", "member", true],
  ["person:bob", "direct", "member", false],
  ["person:bob", "direct", "owner", true],
  ["owner", "direct", "owner", true],
  ["owner", "direct", "admin", false],
] as const)("what is for %s reaches a %s chat of a %s: %s", (audience, kind, role, expected) => {
  expect(isVisibleIn(audience, { chat: "7", kind, uid: "ann", role })).toBe(expected);
});
