import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { PASSAGE_SOURCES, type Scope } from "../../store/passages.ts";
import { allowedScopes, type Viewer } from "./allowed-scopes.ts";

const places = { annDirect: "ann", bobDirect: "bob", group: "g1", otherGroup: "g2" };

/** Every source of every audience, of two tenants. */
const scopes: readonly Scope[] = ["home", "work"]
  .flatMap((tenant) =>
    Object.entries(places).flatMap(([place, audience]) =>
      PASSAGE_SOURCES.flatMap((source) =>
        [toId<"place">(`${tenant}-${place}`), null].map((id) => ({
          tenant,
          audience,
          place: id,
          source,
        })),
      ),
    ),
  )
  .map((scope, at) => ({ ...scope, id: at + 1, passages: 1 }));

const ann = { tenant: "home", person: toId<"person">("ann"), role: "owner" } as const;
const bob = { tenant: "home", person: toId<"person">("bob"), role: "member" } as const;
const direct = (id: string) => ({ id: toId<"place">(id), kind: "direct" }) as const;
const group = { id: toId<"place">("home-group"), kind: "group" } as const;

const seenBy = (viewer: Viewer) => allowedScopes(scopes, viewer);

test.each([direct("home-annDirect"), "private" as const])(
  "the owner sees all of the tenant in private (%j)",
  (place) => {
    expect(seenBy({ ...ann, place })).toEqual(scopes.filter(({ tenant }) => tenant === "home"));
  },
);

test.each([direct("home-bobDirect"), "private" as const])(
  "others see what is theirs in private (%j)",
  (place) => {
    expect(seenBy({ ...bob, place })).toEqual(
      scopes.filter(({ tenant, audience }) => tenant === "home" && audience === "bob"),
    );
  },
);

test.each([
  ["the owner", ann, "group"],
  ["a member", bob, "group"],
  ["a reader", bob, "channel"],
] as const)("%s sees in a group or channel what was said and learned there", (_, viewer, kind) => {
  expect(seenBy({ ...viewer, place: { ...group, kind } })).toEqual(
    scopes.filter(
      ({ place, source }) => place === "home-group" && source !== "knowledge" && source !== "note",
    ),
  );
});

test("a person of another tenant sees nothing of this one", () => {
  const seen = seenBy({ ...ann, tenant: "work", place: group });
  expect(seen).toEqual([]);
});
