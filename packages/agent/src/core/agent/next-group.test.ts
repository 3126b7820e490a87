import type { Effect } from "@reeve/sdk";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextGroup } from "./next-group.ts";

const planned = (effect: Effect) => ({ effect, state: "planned" as const });
const settled = (effect: Effect) => ({ effect, state: "settled" as const });

test("reads start together, up to the next other call", () => {
  const calls = [planned("read"), planned("read"), planned("write"), planned("read")];
  expect(nextGroup(calls)).toEqual(calls.slice(0, 2));
});

test("any other call starts alone", () => {
  expect(nextGroup([planned("write"), planned("write")])).toEqual([planned("write")]);
  expect(nextGroup([planned("pay"), planned("read")])).toEqual([planned("pay")]);
});

test("what is settled or was refused is passed over", () => {
  const calls = [settled("read"), settled("pay"), planned("read"), planned("read")];
  expect(nextGroup(calls)).toEqual(calls.slice(2));
  expect(nextGroup([settled("read")])).toEqual([]);
});

test("group after group every call starts once, in order, and no read passes a write", () => {
  const effects = fc.constantFrom<Effect>("read", "write", "send");
  fc.assert(
    fc.property(fc.array(effects), (wanted) => {
      const calls = wanted.map((effect, id) => ({ ...planned(effect), id }));
      const groups: (typeof calls)[] = [];
      for (let left = calls; left.length > 0; left = calls.slice(groups.flat().length))
        groups.push([...nextGroup(left)]);
      expect(groups.flat()).toEqual(calls);
      for (const group of groups)
        expect(group.length === 1 || group.every(({ effect }) => effect === "read")).toBe(true);
    }),
  );
});
