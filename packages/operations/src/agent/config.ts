import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const setting = z
  .object({
    path: z.string(),
    value: z.unknown().describe("The value; null if not set. Secrets are shown as •••."),
    default: z.unknown(),
    source: z.string().describe("Where the value comes from."),
    description: z.string(),
    schema: z
      .record(z.string(), z.unknown())
      .describe("A JSON Schema for the value. It is `writeOnly` for secrets."),
    isPending: z
      .boolean()
      .describe("True if the running agent still has another value. Restart it to apply this one."),
  })
  .meta({ id: "Setting" });

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

const path = z.string().min(1).max(200).describe("A setting's path, such as agent.maxSteps.");
const toSee = { role: "admin", to: "see the settings" } as const;
const toChange = { role: "owner", to: "change the settings" } as const;

/** The settings file. Changes apply when the agent starts again. */
export const config = {
  list: defineOperation({
    name: "config.list",
    summary: "List all settings.",
    input: pageQuery,
    output: pageOf(setting),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/config",
  }),
  get: defineOperation({
    name: "config.get",
    summary: "Show one setting.",
    input: z.object({ path }),
    output: setting,
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/config/{path}",
  }),
  set: defineOperation({
    name: "config.set",
    summary: "Change a setting in the config file.",
    input: z.object({
      path,
      value: value.describe("The new value, of the type that the setting requires."),
    }),
    output: setting,
    effect: "change",
    undo: "config.unset",
    scope: "admin",
    needs: toChange,
    http: "PUT /v1/config/{path}",
  }),
  unset: defineOperation({
    name: "config.unset",
    summary: "Remove a setting from the config file.",
    input: z.object({ path }),
    output: setting,
    effect: "delete",
    scope: "admin",
    needs: toChange,
    http: "DELETE /v1/config/{path}",
  }),
};
