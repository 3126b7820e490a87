import { z } from "zod";

const factsConfig = z.object({
  enabled: z
    .boolean()
    .default(true)
    .describe(
      "Whether the utility model takes down facts, decisions and preferences from what people say, in the background.",
    ),
  tokensPerDay: z
    .int()
    .min(0)
    .default(200_000)
    .describe("How many tokens that may take in 24 hours; what is left waits."),
});

const profileConfig = z.object({
  enabled: z
    .boolean()
    .default(true)
    .describe("Whether the utility model writes a short profile of each person out of facts."),
  tokensPerDay: z
    .int()
    .min(0)
    .default(50_000)
    .describe("How many tokens that may take in 24 hours; what is left waits."),
});

const retentionRule = z.object({
  places: z
    .string()
    .min(1)
    .describe("Chats, as surface:chat, where * stands for anything: telegram-bot:* or cli:main."),
  media: z
    .enum(["all", "images"])
    .default("all")
    .describe("all: messages with all that came of them. images: images alone."),
  days: z.int().min(1).max(36_500).describe("After how many days it is removed for good."),
});

export type RetentionRule = z.output<typeof retentionRule>;

/** The `memory` section of the config. */
export const memoryConfig = z.object({
  facts: factsConfig.prefault({}).describe("What the agent learns from conversations."),
  profile: profileConfig.prefault({}).describe("What it knows of a person in a few sentences."),
  retention: z
    .array(retentionRule)
    .default([])
    .describe(
      "How long chats are kept; of several rules for one the shortest holds. What was learnt from a removed message alone goes along.",
    ),
});

export type MemoryConfig = z.output<typeof memoryConfig>;
