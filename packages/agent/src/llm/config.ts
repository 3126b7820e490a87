import { z } from "zod";
import { secret } from "../platform/secret.ts";

/** The `models` section of the config. */
export const modelsConfig = z.object({
  apiKey: secret()
    .optional()
    .describe(
      "The key for the provider of agent.model. Without one, the provider's own environment variable is read, such as ANTHROPIC_API_KEY.",
    ),
  baseUrl: z
    .url()
    .optional()
    .describe("Where the provider of agent.model is reached, instead of its own address."),
  fallback: z
    .array(z.string())
    .default([])
    .describe(
      "Models that answer when agent.model is down, in order, as provider/model. The built-in offline model is always the last.",
    ),
});

export type ModelsConfig = z.output<typeof modelsConfig>;
