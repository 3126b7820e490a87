import { z } from "zod";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";
import { effect } from "../turn-view.ts";

const TAGS = ["tools"];

const scope = z.enum(["always", "dm-only", "group-only", "admin-only"]);
const access = z.enum(["owner", "admin", "member", "anyone"]);

const tool = z.object({
  name: z.string(),
  summary: z.string(),
  effect,
  scope,
  access,
  awaits: z.string().nullable().describe("What it needs that is not there; null if it can run."),
});

const override = z.object({
  tool: z.string().optional(),
  category: z.string().optional(),
  where: z.string(),
  says: z.string(),
  setAt: z.number(),
});

const shownTool = z.object({
  name: z.string(),
  category: z.string(),
  isAvailable: z.boolean(),
  why: z.string().describe("Why you may use it in your API chat, or not."),
  overrides: z.array(override),
  summary: z.string().optional(),
  effect: effect.optional(),
  replay: z.string().optional(),
  effectDependsOnArguments: z.boolean().optional(),
  scope: scope.optional(),
  access: access.optional(),
  needs: z.array(z.string()).optional(),
  timeoutMs: z.number().optional(),
  params: z.record(z.string(), z.unknown()).optional().describe("JSON Schema."),
  utterances: z.array(z.string()).optional(),
  isAskedAbout: z.boolean().optional(),
});

const change = z.object({
  enabled: z.boolean().optional(),
  scope: z.enum([...scope.options, "default"]).optional(),
  access: z.enum([...access.options, "default"]).optional(),
  approval: z.enum(["always", "default"]).optional(),
  chat: z
    .object({ surface: z.string().min(1).max(100), chat: z.string().min(1).max(300) })
    .optional()
    .describe("Only there; without it, everywhere."),
});

const changed = z.object({
  tool: z.string().optional(),
  category: z.string().optional(),
  where: z.string(),
  now: z.string().describe("What holds from now on, in words."),
});

const module = z.object({
  category: z.string(),
  state: z.enum(["on", "off", "off everywhere"]),
  tools: z.number(),
});

const params = z.object({ name: z.string().min(1).max(200) });

/** What the agent can do, and what was taken away from it. */
export const toolRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/tools",
    summary: "The tools; those that cannot run say what they await.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(tool) },
    async run({ query }, { call }) {
      const listed = tell(z.array(tool), await call("tools.list", {}));
      return cutPage(listed, query, ({ name }) => name);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/tools/{name}",
    summary: "All that is known of a tool.",
    tags: TAGS,
    scope: "read",
    params,
    answers: { 200: shownTool },
    run: async ({ params: { name } }, { call }) =>
      tell(shownTool, await call("tools.show", { name })),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/tools/{name}/override",
    summary:
      "Take a tool away, keep it to some, or have it asked about; never more than it declares.",
    tags: TAGS,
    scope: "admin",
    params,
    body: change,
    answers: { 200: changed },
    run: async ({ params: { name }, body }, { call }) =>
      tell(changed, await call("tools.set", { tool: name, ...body })),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/tool-categories",
    summary: "The categories of tools, on or off.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(module) },
    async run({ query }, { call }) {
      const listed = tell(z.array(module), await call("tools.modules", {}));
      return cutPage(listed, query, ({ category }) => category);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/tool-categories/{name}/override",
    summary: "The same for all tools of a category.",
    tags: TAGS,
    scope: "admin",
    params,
    body: change,
    answers: { 200: changed },
    run: async ({ params: { name }, body }, { call }) =>
      tell(changed, await call("tools.set", { category: name, ...body })),
  }),
];
