import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const model = z
  .object({
    id: z.string().describe("The model, as provider/model."),
    provider: z.string(),
    contextTokens: z.number(),
    maxOutputTokens: z.number(),
    tools: z.boolean(),
    images: z.boolean(),
    reasoning: z.boolean(),
    price: z
      .object({ input: z.string(), output: z.string() })
      .nullable()
      .describe("The price per million tokens, such as $0.25; null if unknown."),
  })
  .meta({ id: "Model" });

export type ModelView = z.output<typeof model>;

const current = z.object({ model: z.string() });
const conversation = { is: "The chat whose agent is used.", or: "own" } as const;

/** Models, and the one that answers. */
export const models = {
  list: defineOperation({
    name: "models.list",
    summary: "List the known models, by provider.",
    input: pageQuery.extend({
      provider: z.string().min(1).max(100).optional().describe("Only models from this provider."),
    }),
    output: pageOf(model),
    effect: "read",
    scope: "read",
    http: "GET /v1/catalogue",
    cli: { verb: "list", all: true, example: "--provider openai" },
  }),
  current: defineOperation({
    name: "models.current",
    summary: "Show the model that answers in a chat.",
    input: z.object({}),
    output: current,
    effect: "read",
    scope: "read",
    conversation,
    http: "GET /v1/model",
    cli: { verb: "show", example: "--chat work" },
  }),
  use: defineOperation({
    name: "models.use",
    summary: "Switch to another model until the agent stops.",
    input: z.object({ name: z.string().min(1).max(200).describe("The model, as provider/model.") }),
    output: current,
    effect: "change",
    scope: "admin",
    needs: { role: "admin", to: "change the model" },
    conversation,
    http: "PUT /v1/model?conversation",
    cli: { verb: "use", words: ["name"], example: "openai/gpt-5" },
  }),
};
