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
    .describe("The base URL of the provider of agent.model. Default: the provider's own URL."),
  fallback: z
    .array(z.string())
    .default([])
    .describe(
      "The models to use when agent.model is down, in order, as provider/model. Default: none; messages wait until it is back.",
    ),
  waitHours: z
    .number()
    .positive()
    .max(720)
    .default(24)
    .describe("How long a message waits for a model that is down, in hours. Then it fails."),
});

export type ModelsConfig = z.output<typeof modelsConfig>;
