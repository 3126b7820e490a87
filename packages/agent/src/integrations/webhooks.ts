import { z } from "zod";

/** The `webhooks` section of the config. */
export const webhooksConfig = z.object({
  allowPrivate: z
    .boolean()
    .default(false)
    .describe(
      "Whether events may be sent to this machine and its local network. Default: only to the public internet.",
    ),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(60)
    .default(15)
    .describe(
      "The time limit for a receiver to respond, in seconds. Then the delivery is retried later.",
    ),
});

export type WebhooksConfig = z.output<typeof webhooksConfig>;
