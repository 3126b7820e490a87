import { z } from "zod";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["config"];

const setting = z.object({
  path: z.string(),
  value: z.unknown().describe("What is sensitive is •••; null where nothing is set."),
  default: z.unknown(),
  source: z.string().describe("Where the value comes from."),
  description: z.string(),
});

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

const params = z.object({
  path: z.string().min(1).max(200).describe("Of a setting, such as agent.maxSteps."),
});

/** The settings file. What is changed holds from the agent's next start on. */
export const configRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/config",
    summary: "All settings.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(setting) },
    async run({ query }, { call }) {
      const listed = tell(z.array(setting), await call("config.list", {}));
      return cutPage(listed, query, ({ path }) => path);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/config/{path}",
    summary: "One setting.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 200: setting },
    run: async ({ params: asked }, { call }) => tell(setting, await call("config.get", asked)),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/config/{path}",
    summary: "Change a setting in the file.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({ value }),
    answers: { 200: setting },
    run: async ({ params: asked, body }, { call }) =>
      tell(setting, await call("config.set", { ...asked, ...body })),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/config/{path}",
    summary: "Take a setting out of the file.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 200: setting },
    run: async ({ params: asked }, { call }) => tell(setting, await call("config.unset", asked)),
  }),
];
