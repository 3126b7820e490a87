import type { Model, ModelError, ModelRequest, ModelResponse } from "../../llm/model.ts";
import type { SpanAttributes } from "../../platform/tracing.ts";
import type { PromptSizes } from "../../store/turns/prompt-sizes.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import type { OpenTurn } from "../open-turn.ts";

/** Returns the trace attributes of a turn, named by OpenTelemetry's conventions for generative AI. */
export function turnAttributes({ id, agent, session, chat, trace }: OpenTurn): SpanAttributes {
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": agent,
    "gen_ai.conversation.id": session,
    "reeve.turn": id,
    "reeve.trace": trace,
    "reeve.surface": chat.channel,
  };
}

/** How large a request is, and what it was composed of. */
export function assemblyAttributes(sizes: PromptSizes): SpanAttributes {
  return {
    est_tokens_history: sizes.estTokensHistory,
    est_tokens_context: sizes.estTokensContext,
    est_tokens_user_turn: sizes.estTokensUserTurn,
    context_layers: sizes.contextLayers,
    history_interactions: sizes.historyInteractions,
  };
}

/** Returns the trace attributes of a model request before it is sent. */
export function chatAttributes(
  { session }: Pick<OpenTurn, "session">,
  { id }: Pick<Model, "id">,
  { maxTokens, temperature }: Pick<ModelRequest, "maxTokens" | "temperature">,
): SpanAttributes {
  const [provider = id] = id.split("/");
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": id.slice(provider.length + 1) || id,
    "gen_ai.request.max_tokens": maxTokens,
    "gen_ai.request.temperature": temperature,
    "gen_ai.conversation.id": session,
  };
}

/** Returns the trace attributes of a model response. */
export function answerAttributes(
  answer: ModelResponse | ModelError,
  { id }: Pick<Model, "id">,
): SpanAttributes {
  if ("code" in answer) return { "error.type": answer.kind ?? answer.code };
  const { usage, stop, model = id } = answer;
  return {
    "gen_ai.response.model": model,
    "gen_ai.response.finish_reasons": [stop ?? "end"],
    "gen_ai.usage.input_tokens": usage.inputTokens,
    "gen_ai.usage.output_tokens": usage.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cachedTokens,
    "gen_ai.usage.cache_creation.input_tokens": usage.cacheWriteTokens,
  };
}

/** Returns the trace attributes of a call, without its arguments, which are people's words. */
export function toolAttributes({ id, tool, effect }: StoredCall): SpanAttributes {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.call.id": id,
    "gen_ai.tool.type": "function",
    "reeve.effect": effect,
  };
}
