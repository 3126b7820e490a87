import { z } from "zod";
import type { TurnUsage } from "../../../core/client-chats.ts";
import { openQuestion } from "../streams/answer.ts";

/** The name under which clients of OpenAI's API know the agent. */
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

/** A whole answer in OpenAI's form. */
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

/** A piece of an answer that is streamed. */
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

/** A model in the list that clients of OpenAI ask for. */
export const modelSchema = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.string(),
});

/** The agent as a model of that form. */
export const AGENT_MODEL: z.output<typeof modelSchema> = {
  id: MODEL,
  object: "model",
  created: 0,
  owned_by: "reeve",
};

/** Usage in that form; a command, which no model answers, used nothing. */
export function toUsage(used: TurnUsage | undefined): Completion["usage"] {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = used ?? {};
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}
