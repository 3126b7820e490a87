import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { PASSAGE_SOURCES, type Scope } from "../../store/search/passages.ts";
import { allowedScopes, type Viewer } from "./allowed-scopes.ts";

const chats = { annDirect: "ann", bobDirect: "bob", group: "g1", otherGroup: "g2" };

/** Every source of every audience, of two tenants. */
const scopes: readonly Scope[] = ["home", "work"]
  .flatMap((tenant) =>
    Object.entries(chats).flatMap(([chat, audience]) =>
      PASSAGE_SOURCES.flatMap((source) =>
        [toId<"chat">(`${tenant}-${chat}`), null].map((id) => ({
          tenant,
          audience,
          chat: id,
          source,
        })),
      ),
    ),
  )
  .map((scope, at) => ({ ...scope, id: at + 1, passages: 1 }));

const ann = { tenant: "home", person: toId<"person">("ann"), role: "owner" } as const;
const bob = { tenant: "home", person: toId<"person">("bob"), role: "member" } as const;
const direct = (id: string) => ({ id: toId<"chat">(id), kind: "direct" }) as const;
const group = { id: toId<"chat">("home-group"), kind: "group" } as const;

const seenBy = (viewer: Viewer) => allowedScopes(scopes, viewer);

test.each([direct("home-annDirect"), "private" as const])(
  "the owner sees all of the tenant in private (%j)",
  (chat) => {
    expect(seenBy({ ...ann, chat })).toEqual(scopes.filter(({ tenant }) => tenant === "home"));
  },
);

test.each([direct("home-bobDirect"), "private" as const])(
  "others see what is theirs in private (%j)",
  (chat) => {
    expect(seenBy({ ...bob, chat })).toEqual(
      scopes.filter(({ tenant, audience }) => tenant === "home" && audience === "bob"),
    );
  },
);

test.each([
  ["the owner", ann, "group"],
  ["a member", bob, "group"],
  ["a reader", bob, "channel"],
] as const)("%s sees in a group or channel what was said and learned there", (_, viewer, kind) => {
  expect(seenBy({ ...viewer, chat: { ...group, kind } })).toEqual(
    scopes.filter(
      ({ chat, source }) => chat === "home-group" && source !== "knowledge" && source !== "note",
    ),
  );
});

test("a person of another tenant sees nothing of this one", () => {
  const seen = seenBy({ ...ann, tenant: "work", chat: group });
  expect(seen).toEqual([]);
});
