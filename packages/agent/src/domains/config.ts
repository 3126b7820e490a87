import { z } from "zod";

const dollars = z
  .string('it must be dollars in quotes, such as "0.50"')
  .regex(/^\d+(?:\.\d{1,9})?$/, 'it must be dollars in quotes, such as "0.50"');

const amount = z
  .string('it must be an amount in quotes, such as "1.5"')
  .regex(/^\d+(?:\.\d{1,18})?$/, 'it must be an amount in quotes, such as "1.5"');

const periods = z
  .strictObject({
    day: dollars
      .optional()
      .describe("The daily limit in dollars. A day starts at midnight in the owner's time zone."),
    month: dollars.optional().describe("The monthly limit in dollars."),
  })
  .prefault({});

const rate = z.int().min(0).max(100_000);

/** The `limits` section of the config. */
export const limitsConfig = z.strictObject({
  money: z
    .strictObject({
      person: periods.describe("Budgets for each person."),
      chat: periods.describe("Budgets for each chat."),
      tenant: periods.describe("Shared budgets for all people with the same owner."),
      platform: periods.describe("Budgets for the whole installation."),
    })
    .prefault({})
    .describe(
      "Budgets for model usage. Default: unlimited. With a budget, a model with an unknown price is not used, unless it runs on your own server.",
    ),
  assets: z
    .record(
      z.string().min(1),
      z.strictObject({
        perCall: amount.optional().describe("The maximum amount per payment."),
        perDay: amount.optional().describe("The maximum amount within 24 hours."),
        to: z.array(z.string().min(1)).optional().describe("The allowed recipients. Default: all."),
        decimals: z
          .int()
          .min(0)
          .max(18)
          .optional()
          .describe(
            "The asset's number of decimal places. Default: 0 for Stars, 9 for all others.",
          ),
      }),
    )
    .prefault({})
    .describe("Payment limits by asset: Stars, TON, or a jetton's address."),
  rates: z
    .strictObject({
      person: z
        .strictObject({
          minute: rate
            .default(20)
            .describe("The maximum number of messages to answer per person per minute."),
          day: rate
            .default(200)
            .describe("The maximum number of messages to answer per person within 24 hours."),
        })
        .prefault({})
        .describe("Rate limits for each person."),
      group: z
        .strictObject({
          minute: rate
            .default(60)
            .describe("The maximum number of messages to answer per group per minute."),
        })
        .prefault({})
        .describe("Rate limits for each group."),
      admins: z
        .boolean()
        .default(false)
        .describe("Whether the rate limits for each person also apply to the owner and admins."),
      stranger: z
        .int()
        .min(0)
        .max(0)
        .default(0)
        .describe(
          "The maximum number of messages to answer from strangers. Always 0: strangers get no answers.",
        ),
    })
    .prefault({})
    .describe("Rate limits for messages; 0 for unlimited."),
  overRate: z
    .enum(["queue", "refuse"])
    .optional()
    .describe(
      "What happens to a message that exceeds the rate limit. queue: the message waits. refuse: it is rejected and the sender is notified. Default: queue for the owner and admins, refuse for others.",
    ),
});

export type LimitsConfig = z.output<typeof limitsConfig>;
