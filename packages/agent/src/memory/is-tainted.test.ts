import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import { isTainted } from "./is-tainted.ts";
import { newFact } from "../store/testing/rows.ts";

test.each([
  ["owner", "owner", false],
  ["member", "owner", true],
  ["web", "owner", true],
  ["owner", "member", false],
  ["member", "guest", false],
  ["stranger", "guest", true],
] as const)("a fact from %s, kept for the %s, is tainted: %s", (integrity, role, expected) => {
  const fact = newFact("f1", { integrity });
  expect(isTainted(fact, role)).toBe(expected);
  expect(isTainted({ ...fact, confirmedBy: toId("ann") }, role)).toBe(false);
});
