import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  INTEGRITIES,
  isLessTrusted,
  joinLabels,
  type Label,
  isVisibleIn,
  keyOf,
  labelOfSource,
  type Source,
  type DisplayContext,
  UNTAINTED,
} from "./label.ts";
import { ROLES } from "./principal.ts";

const audiences = ["all", "owner", "person:ann", "person:bob", "place:1", "place:7"];
const sources: readonly Source[] = [
  { kind: "page", where: "a.example", integrity: "web" },
  { kind: "message", where: "Bob", integrity: "member", by: "bob" },
  { kind: "tool", where: "shell", integrity: "tool" },
];
const label: fc.Arbitrary<Label> = fc.record(
  {
    integrity: fc.constantFrom(...INTEGRITIES),
    audience: fc.constantFrom(...audiences),
    sources: fc.uniqueArray(fc.constantFrom(...sources), { minLength: 1 }),
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

test("a joined label has all sources once, and joining with nothing changes nothing", () => {
  const page = labelOfSource({ kind: "page", where: "a.example", integrity: "web" });
  const bob = labelOfSource({ kind: "message", where: "Bob", integrity: "member" }, "place:7");
  expect(joinLabels([bob, page, bob, UNTAINTED])).toEqual({
    integrity: "web",
    audience: "place:7",
    sources: [...(bob.sources ?? []), ...(page.sources ?? [])],
  });
  expect(joinLabels([bob])).toEqual(bob);
  expect(joinLabels([])).toEqual(UNTAINTED);
});

/** Labels are equal whatever the order of their sources. */
function sorted({ sources: named = [], ...one }: Label) {
  return { ...one, sources: named.map(keyOf).toSorted() };
}

function join(...labels: readonly Label[]) {
  return sorted(joinLabels(labels));
}

test("labels form a join semilattice", () => {
  fc.assert(
    fc.property(label, label, label, (one, other, third) => {
      expect(join(one, one)).toEqual(sorted(one));
      expect(join(one, other)).toEqual(join(other, one));
      expect(join(joinLabels([one, other]), third)).toEqual(join(one, joinLabels([other, third])));
      expect(join(one, UNTAINTED)).toEqual(sorted(one));
    }),
  );
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
