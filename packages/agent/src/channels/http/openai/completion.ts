import { z } from "zod";
import type { TurnUsage } from "../../../core/client-chats.ts";
import { openQuestion } from "../streams/answer.ts";

/** Name of the agent in OpenAI's API. */
export const MODEL = "reeve";

const usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number() }),
});

/** Fields that OpenAI's format does not have. */
const more = z.object({
  message: z.string(),
  turn: z.string().nullable(),
  status: z.string(),
  approvals: z.array(openQuestion).readonly(),
});

/** A whole answer in OpenAI's format. */
export const completionSchema = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number(),
      message: z.object({
        role: z.literal("assistant"),
        content: z.string(),
        refusal: z.null(),
      }),
      logprobs: z.null(),
      finish_reason: z.literal("stop"),
    }),
  ),
  usage,
  reeve: more,
});

export type Completion = z.output<typeof completionSchema>;

/** A chunk of a streamed answer. */
export const completionChunkSchema = z.object({
  id: z.string(),
  object: z.literal("chat.completion.chunk"),
  created: z.number(),
  model: z.string(),
  choices: z
    .array(
      z.object({
        index: z.number(),
        delta: z.object({
          role: z.literal("assistant").optional(),
          content: z.string().optional(),
          refusal: z.null().optional(),
        }),
        logprobs: z.null(),
        finish_reason: z.literal("stop").nullable(),
      }),
    )
    .describe("Empty in the last chunk, which contains the usage if requested."),
  usage: usage.nullish(),
});

/** A model in OpenAI's list of models. */
export const modelSchema = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.string(),
});

/** The agent as a model in that list. */
export const AGENT_MODEL: z.output<typeof modelSchema> = {
  id: MODEL,
  object: "model",
  created: 0,
  owned_by: "reeve",
};

/** Returns the usage in that format; a command uses no model, so its usage is zero. */
export function toUsage(used: TurnUsage | undefined): Completion["usage"] {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = used ?? {};
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}
