import { z } from "zod";

/** The `webhooks` section of the config. */
export const webhooksConfig = z.object({
  allowPrivate: z
    .boolean()
    .default(false)
    .describe(
      "Send events to addresses of this machine and its own network, too. Without it only the public internet is reached.",
    ),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(60)
    .default(15)
    .describe("How long a receiver may take to answer, in seconds; then it is told again later."),
});

export type WebhooksConfig = z.output<typeof webhooksConfig>;
