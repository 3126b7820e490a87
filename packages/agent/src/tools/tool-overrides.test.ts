import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import type { ToolOverride } from "../kernel/tool-override.ts";
import { isAlwaysAsked, findOverrideDenial, overridesFor } from "./tool-overrides.ts";

const fetch = { name: "web_fetch" };
const direct = { role: "member", kind: "direct" } as const;
const group = { role: "member", kind: "group" } as const;
const owner = { role: "owner", kind: "group" } as const;

function override(own: Partial<ToolOverride>): ToolOverride {
  return {
    kind: "tool",
    name: "web_fetch",
    chat: null,
    isDisabled: false,
    scope: null,
    access: null,
    approval: null,
    setBy: toId("ann"),
    setAt: 5,
    ...own,
  };
}

const inChat = { chat: toId<"chat">("p1") };
const SAY_SO = "Say so instead of trying another way.";

test.each([
  ["off", { isDisabled: true }, direct, `web_fetch is turned off. ${SAY_SO}`],
  [
    "off by its category in a chat",
    { kind: "category", name: "web", isDisabled: true, ...inChat },
    direct,
    `All web tools are turned off in this chat. ${SAY_SO}`,
  ],
  ["another tool is off", { name: "web_search", isDisabled: true }, direct, undefined],
  [
    "another category is off",
    { kind: "category", name: "we", isDisabled: true },
    direct,
    undefined,
  ],
  [
    "kept for admins",
    { access: "admin" },
    direct,
    "web_fetch is limited to the role admin or above; the requester's role is member.",
  ],
  ["kept for admins, and the owner asks", { access: "admin" }, owner, undefined],
  ["for anyone", { access: "anyone" }, direct, undefined],
  [
    "kept to direct chats",
    { scope: "dm-only" },
    group,
    `web_fetch is limited to the scope "dm-only". ${SAY_SO}`,
  ],
  ["kept to direct chats, asked there", { scope: "dm-only" }, direct, undefined],
  [
    "kept to groups in this chat",
    { scope: "group-only", ...inChat },
    direct,
    `web_fetch is limited to the scope "group-only" in this chat. ${SAY_SO}`,
  ],
  [
    "kept to admins anywhere",
    { scope: "admin-only" },
    direct,
    `web_fetch is limited to the scope "admin-only". ${SAY_SO}`,
  ],
  ["always", { scope: "always" }, group, undefined],
] as const)("%s", (_name, own, asked, denial) => {
  expect(findOverrideDenial(fetch, asked, [override(own)])).toBe(denial);
});

test("an override that gives back takes no other one away", () => {
  const overrides = [
    override({ ...inChat }),
    override({ kind: "category", name: "web", isDisabled: true }),
  ];
  expect(findOverrideDenial(fetch, owner, overrides)).toBe(
    `All web tools are turned off. ${SAY_SO}`,
  );
});

test("a tool is asked about each time where an override of it or its category says so", () => {
  const always = override({ kind: "category", name: "web", approval: "always" });
  expect([isAlwaysAsked(fetch, [always]), isAlwaysAsked({ name: "webs_x" }, [always])]).toEqual([
    true,
    false,
  ]);
  expect(overridesFor("web_fetch", [always, override({ name: "web" })])).toEqual([always]);
});
