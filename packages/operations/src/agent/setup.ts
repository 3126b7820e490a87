import { z } from "zod";
import { defineOperation } from "../operation.ts";

const setupView = z
  .object({
    isSetUp: z.boolean().describe("False until a model has been chosen."),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    baseUrl: z.string().nullable(),
    hasKey: z.boolean().describe("Whether an API key is saved. The key itself is never shown."),
    ownerName: z.string(),
    timeZone: z.string(),
    keys: z
      .array(z.object({ provider: z.string(), variable: z.string() }))
      .describe("Providers whose keys are in the environment."),
    servers: z
      .array(z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) }))
      .describe("Model servers on the agent's machine."),
    providers: z.array(
      z.object({
        name: z.string(),
        needsKey: z.boolean(),
        model: z.string().nullable().describe("The model that is used if you do not choose one."),
        note: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "Setup" });

export type SetupView = z.output<typeof setupView>;

const server = z.object({
  provider: z.string().min(1).max(100).describe("One of `providers`, or `offline`."),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe("The provider's URL. Default: its public API."),
  key: z
    .string()
    .regex(/^[\u0021-\u007E]+$/)
    .max(1000)
    .optional()
    .describe("The API key. Default: the saved one for this provider and URL."),
});

const choice = server.extend({
  model: z.string().min(1).max(200).describe("The model's name, as the provider spells it."),
});

/** A model as someone chose it. */
export type ModelChoice = z.output<typeof choice>;

const needs = { role: "owner", to: "set up the agent" } as const;

/** First settings; they work while no agent runs. */
export const setup = {
  show: defineOperation({
    name: "setup.show",
    summary:
      "Show the current setup, the known providers, and the models found on the agent's machine.",
    input: z.object({}),
    output: setupView,
    effect: "read",
    scope: "admin",
    needs,
    http: "GET /v1/setup",
  }),
  models: defineOperation({
    name: "setup.models",
    summary: "List the models available from a provider or your own server.",
    input: server,
    output: z.object({ models: z.array(z.string()) }),
    effect: "change",
    scope: "admin",
    needs,
    repeat: "again",
    http: "POST /v1/setup/models",
  }),
  try: defineOperation({
    name: "setup.try",
    summary: "Test a model with one short request. Nothing is saved.",
    input: choice,
    output: z.object({
      works: z.boolean(),
      message: z.string().optional().describe("The provider's error message."),
      hint: z.string().nullish(),
    }),
    effect: "change",
    scope: "admin",
    needs,
    repeat: "again",
    http: "POST /v1/setup/try",
  }),
  apply: defineOperation({
    name: "setup.apply",
    summary: "Save the model, API key and owner in the config file.",
    description: "The changes take effect when the agent restarts, as with POST /v1/agent/restart.",
    input: choice.extend({
      ownerName: z.string().min(1).max(100).optional().describe("What the agent calls you."),
      timeZone: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("An IANA time zone, such as Europe/Lisbon."),
    }),
    output: setupView,
    effect: "change",
    scope: "admin",
    needs,
    repeat: "again",
    http: "POST /v1/setup",
  }),
};
