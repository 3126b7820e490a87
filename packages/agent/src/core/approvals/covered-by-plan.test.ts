import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "@reeve/sdk";
import { toId } from "../../kernel/ids.ts";
import type { PlanGrant } from "../plans/plan-grant.ts";
import { isCoveredByPlan } from "./covered-by-plan.ts";
import type { RequestContext } from "./argument-origins.ts";

const plan: PlanGrant = {
  tool: "mail_send",
  effect: "send",
  approval: toId("a1"),
  approver: toId("ann"),
};

const tool: Tool = {
  name: "mail_send",
  summary: "Sends mail.",
  effect: "send",
  scope: "always",
  access: "anyone",
  needs: [],
  params: z.object({}),
  run: async () => "sent",
};

const own = { integrity: "owner", audience: "all" } as const;
const asking: RequestContext = {
  asker: "ann",
  integrity: "owner",
  texts: [
    { text: "Write to bob@x.example", author: toId("ann"), label: own, isNew: true },
    { text: "Tim is tim@x.example", label: own, isNew: false },
  ],
};

test.each([
  ["whom the plan names", { to: "bob@x.example", text: "Hello!" }, true],
  ["whom the owner's own files name", { to: "tim@x.example" }, true],
  ["whom nobody named", { to: "eve@x.example" }, false],
])("a call to somebody is covered by whom it names: %s", (_who, params, isCovered) => {
  expect(isCoveredByPlan({ tool, params, effect: "send" }, plan, asking)).toBe(isCovered);
});

test("another tool, and another effect of the same one, are not covered", () => {
  const params = { to: "bob@x.example" };
  const other = { ...tool, name: "mail_wipe" };
  expect(isCoveredByPlan({ tool: other, params, effect: "send" }, plan, asking)).toBe(false);
  expect(isCoveredByPlan({ tool, params, effect: "destroy" }, plan, asking)).toBe(false);
});
