import { z } from "zod";
import { secret } from "../platform/secret.ts";

/** The `models` section of the config. */
export const modelsConfig = z.object({
  apiKey: secret()
    .optional()
    .describe(
      "The API key for the provider of agent.model. Default: the provider's environment variable, such as ANTHROPIC_API_KEY.",
    ),
  baseUrl: z
    .url()
    .optional()
    .describe("The base URL for the provider of agent.model. Default: the provider's public API."),
  fallback: z
    .array(z.string())
    .default([])
    .describe(
      "The models to use when agent.model is down, in order, as provider/model. By default there are none, and messages wait until agent.model is available again.",
    ),
  contextTokens: z
    .int()
    .min(2048)
    .max(10_000_000)
    .optional()
    .describe(
      "The context window of agent.model, in tokens. Default: the value in the model catalog, or the value that a local server reports.",
    ),
  prices: z
    .record(
      z.string(),
      z.string().regex(/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/, 'it must be input/output, such as "3/15"'),
    )
    .default({})
    .describe(
      'The prices of models that the catalog does not know, in dollars per million tokens, as input/output, such as { "openai/gpt-9": "3/15" }. With a spending limit, a model without a price is not used.',
    ),
  waitHours: z
    .number()
    .positive()
    .max(720)
    .default(24)
    .describe(
      "How long a message waits for an unavailable model before the message fails, in hours.",
    ),
});

export type ModelsConfig = z.output<typeof modelsConfig>;
