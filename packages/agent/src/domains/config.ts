import { z } from "zod";

const dollars = z
  .string('it must be dollars in quotes, such as "0.50"')
  .regex(/^\d+(?:\.\d{1,9})?$/, 'it must be dollars in quotes, such as "0.50"');

const amount = z
  .string('it must be an amount in quotes, such as "1.5"')
  .regex(/^\d+(?:\.\d{1,18})?$/, 'it must be an amount in quotes, such as "1.5"');

const periods = z
  .strictObject({
    day: dollars.optional().describe("In a day of the owner's time zone, in dollars."),
    month: dollars.optional().describe("In a month, in dollars."),
  })
  .prefault({});

const rate = z.int().min(0).max(100_000);

/** The `limits` section of the config. */
export const limitsConfig = z.strictObject({
  money: z
    .strictObject({
      person: periods.describe("For each person."),
      chat: periods.describe("For each chat."),
      tenant: periods.describe("For everybody whom one owner serves."),
      platform: periods.describe("For all that this installation does."),
    })
    .prefault({})
    .describe(
      "What models may cost. Without a limit, as much as is asked for. Models of unknown price cost nothing.",
    ),
  assets: z
    .record(
      z.string().min(1),
      z.strictObject({
        perCall: amount.optional().describe("At most so much at once."),
        perDay: amount.optional().describe("At most so much in 24 hours."),
        to: z.array(z.string().min(1)).optional().describe("The only recipients. Without it, all."),
        decimals: z
          .int()
          .min(0)
          .max(18)
          .optional()
          .describe("Of the asset. Without it, 0 for Stars and 9 for all others."),
      }),
    )
    .prefault({})
    .describe("What may be paid, by asset: Stars, TON, or the address of a jetton."),
  rates: z
    .strictObject({
      person: z
        .strictObject({
          minute: rate.default(20).describe("How many of one person are answered in a minute."),
          day: rate.default(200).describe("How many of one person are answered in 24 hours."),
        })
        .prefault({})
        .describe("How many messages of a person are answered."),
      group: z
        .strictObject({
          minute: rate.default(60).describe("How many of one group are answered in a minute."),
        })
        .prefault({})
        .describe("How many messages of a group are answered."),
      stranger: z
        .int()
        .min(0)
        .max(0)
        .default(0)
        .describe("How many messages of a stranger are answered: none."),
    })
    .prefault({})
    .describe("How fast people may write; 0 for as fast as they like."),
  overRate: z
    .enum(["queue", "refuse"])
    .optional()
    .describe(
      "What becomes of a message that comes too fast. queue: it waits for its time. refuse: its sender is told so. Without it, the owner and admins wait and others are refused.",
    ),
});

export type LimitsConfig = z.output<typeof limitsConfig>;
