import { expect, test } from "vitest";
import type { OpenTurn } from "../core/open-turn.ts";
import { toId } from "../kernel/ids.ts";
import type { Place } from "../store/places.ts";
import { createBeginTurn } from "./begin-turn.ts";

const owner = { id: toId<"person">("owner"), tenant: "home", role: "owner", name: "Ann" } as const;

test.each([
  ["a direct chat of the owner's", { kind: "direct", uid: "owner" }, 1],
  ["a direct chat of somebody else", { kind: "direct", uid: "bob" }, 0],
  ["a group", { kind: "group", uid: "owner" }, 0],
] as const)("a turn in %s begins the day, or does not", async (_where, place, times) => {
  let begun = 0;
  const begin = createBeginTurn(async () => void (begun += 1), owner);
  await begin(turnIn(place));
  expect(begun).toBe(times);
});

function turnIn(place: Pick<Place, "kind" | "uid">): OpenTurn {
  // Nothing else of a turn is looked at.
  return { place } as OpenTurn;
}
