import { z } from "zod";

/** The `webhooks` section of the config. */
export const webhooksConfig = z.object({
  allowPrivate: z
    .boolean()
    .default(false)
    .describe(
      "Whether events may be sent to this machine and its local network. By default, they are sent only to the public internet.",
    ),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(60)
    .default(15)
    .describe(
      "How long to wait for a receiver's response, in seconds. After that, the delivery is retried later.",
    ),
});

export type WebhooksConfig = z.output<typeof webhooksConfig>;
