import { z } from "zod";

const factsConfig = z.object({
  enabled: z
    .boolean()
    .default(true)
    .describe(
      "Whether the utility model extracts facts, decisions and preferences from conversations, in the background.",
    ),
  tokensPerDay: z
    .int()
    .min(0)
    .default(200_000)
    .describe(
      "The maximum number of tokens to use for fact extraction within 24 hours. Remaining work waits.",
    ),
});

const profileConfig = z.object({
  enabled: z
    .boolean()
    .default(true)
    .describe("Whether the utility model writes a short profile of each person, based on facts."),
  tokensPerDay: z
    .int()
    .min(0)
    .default(50_000)
    .describe(
      "The maximum number of tokens to use for profiles within 24 hours. Remaining work waits.",
    ),
});

const retentionRule = z.object({
  chats: z
    .string()
    .min(1)
    .describe("The chats, as channel:chat, such as telegram-bot:* or cli:main; * matches anything.")
    .meta({ formerly: "places" }),
  media: z
    .enum(["all", "images"])
    .default("all")
    .describe(
      "What is deleted. all: messages and everything derived from them. images: only images.",
    ),
  days: z
    .int()
    .min(1)
    .max(36_500)
    .describe("The number of days after which the data is permanently deleted."),
});

export type RetentionRule = z.output<typeof retentionRule>;

/** The `memory` section of the config. */
export const memoryConfig = z.object({
  facts: factsConfig.prefault({}).describe("Facts that the agent learns from conversations."),
  profile: profileConfig.prefault({}).describe("Short profiles of people."),
  retention: z
    .array(retentionRule)
    .default([])
    .describe(
      "How long chats are stored. If several rules match a chat, the shortest period applies. Facts learned only from deleted messages are also deleted.",
    ),
});

export type MemoryConfig = z.output<typeof memoryConfig>;
