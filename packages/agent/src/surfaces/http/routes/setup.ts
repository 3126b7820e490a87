import { z } from "zod";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["setup"];

const setup = z.object({
  isSetUp: z.boolean().describe("False where nobody has chosen a model yet."),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  baseUrl: z.string().nullable(),
  hasKey: z.boolean().describe("Whether a key stands in the settings; it is never told."),
  ownerName: z.string(),
  timeZone: z.string(),
  keys: z
    .array(z.object({ provider: z.string(), variable: z.string() }))
    .describe("Of providers whose keys stand in the environment."),
  servers: z
    .array(z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) }))
    .describe("Servers of models on the agent's machine."),
  providers: z.array(
    z.object({
      name: z.string(),
      needsKey: z.boolean(),
      model: z.string().nullable().describe("The one that is used where none is named."),
      note: z.string().nullable(),
    }),
  ),
});

const server = z.object({
  provider: z.string().min(1).max(100).describe("Of `providers`, or `offline`."),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe("Without it, where the provider always is."),
  key: z
    .string()
    .regex(/^[\u0021-\u007E]+$/)
    .max(1000)
    .optional()
    .describe("Without it, the one that is there for this provider and address."),
});

const choice = server.extend({ model: z.string().min(1).max(200) });

/** First settings, also while no agent runs. Start it anew afterwards: POST /v1/agent/restart. */
export const setupRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/setup",
    summary: "What is set up, which providers there are, and what is found on the agent's machine.",
    tags: TAGS,
    scope: "admin",
    answers: { 200: setup },
    run: async (_request, { call }) => tell(setup, await call("setup.show", {})),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/setup/models",
    summary: "The models of a provider, or of a server of your own.",
    tags: TAGS,
    scope: "admin",
    repeat: "again",
    body: server,
    answers: { 200: z.object({ models: z.array(z.string()) }) },
    run: async ({ body }, { call }) => ({ models: await call("setup.models", body) }),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/setup/try",
    summary: "Send a model one tiny request, and hear what came of it; nothing is written.",
    tags: TAGS,
    scope: "admin",
    repeat: "again",
    body: choice,
    answers: {
      200: z.object({
        works: z.boolean(),
        message: z.string().optional().describe("What the provider objected to."),
        hint: z.string().nullish(),
      }),
    },
    run: ({ body }, { call }) => call("setup.try", body),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/setup",
    summary: "Write model, key and owner into the settings.",
    description: "It holds from the agent's next start on: POST /v1/agent/restart.",
    tags: TAGS,
    scope: "admin",
    repeat: "again",
    body: choice.extend({
      ownerName: z.string().min(1).max(100).optional().describe("What the agent calls you."),
      timeZone: z.string().min(1).max(100).optional().describe("Such as Europe/Lisbon."),
    }),
    answers: { 200: setup },
    run: async ({ body }, { call }) => tell(setup, await call("setup.apply", body)),
  }),
];
