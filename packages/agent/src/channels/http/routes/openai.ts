import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { apiAddress, isOwnInApi } from "../../../core/client-chats.ts";
import type { NewId } from "../../../kernel/ids.ts";
import {
  AGENT_MODEL,
  completionChunkSchema,
  completionSchema,
  MODEL,
  modelSchema,
  toUsage,
} from "../openai/completion.ts";
import { type ChatBody, chatBody, readChat } from "../openai/read-chat.ts";
import { streamCompletion } from "../openai/stream-completion.ts";
import type { HttpAgent } from "../http-agent.ts";
import { defineRoute, type GatewayCaller, type Route } from "../route.ts";
import { answerTo } from "../streams/await-answer.ts";
import { ModelDownFault } from "../streams/model-down.ts";
import { submitMessage } from "../streams/submit-message.ts";
import { EVENT_STREAM_TYPE } from "../streams/sse-response.ts";
import type { Answer } from "../streams/answer.ts";

/** The agent for clients that speak to OpenAI. */
export function openaiRoutes({ newId }: { readonly newId: NewId }): readonly Route[] {
  return [complete(newId), listModels, showModel];
}

const CHUNKS = {
  type: EVENT_STREAM_TYPE,
  description:
    "The reply. With `stream`, it is sent in chunks as text/event-stream, with [DONE] at the end.",
  schema: z.array(completionChunkSchema),
};

/** Names the conversation, as `{id}` of /v1/sessions/{id}/turns does. */
const CONVERSATION_HEADER = "x-reeve-conversation";

function complete(newId: NewId) {
  return defineRoute({
    method: "POST",
    path: "/v1/chat/completions",
    summary: "Send a message in OpenAI's format.",
    description: `Only the newest user message in \`messages\` is delivered, because the agent stores the history itself. The conversation is taken from the header ${CONVERSATION_HEADER}, or else from \`user\`. Without either, each token has its own conversation. Tools, temperature and similar options are ignored, because the agent chooses its own. With \`stream\`, text before and between tool calls is included.`,
    tags: ["openai"],
    failsAs: "openai",
    scope: "chat",
    body: chatBody,
    repeat: "again",
    answers: {
      200: [completionSchema, CHUNKS],
    },
    async run({ body, headers }, ctx) {
      const agent = await ctx.agent();
      const { signal, watch, caller } = ctx;
      const address = await addressOf(body, { agent, caller, headers });
      const { scopes } = caller;
      const saying = { message: ctx.key ?? newId(), ...readChat(body), scopes };
      const begun = await submitMessage(agent, { address, person: caller.person }, saying);
      const created = Math.floor(ctx.clock.now() / 1000);
      const withdraw = () => agent.inbox.withdraw(begun.receipt.message, caller.person);
      if (!body.stream) {
        const answered = answerTo(begun, { agent, signal }).catch(async (error: unknown) => {
          // A client library sends the request again by itself.
          if (error instanceof ModelDownFault) await withdraw();
          throw error;
        });
        return toCompletion(await answered, created);
      }
      const usage = body.stream_options?.include_usage ? "include" : "omit";
      const { conversations } = agent;
      return streamCompletion(begun, {
        conversations,
        signal,
        watch,
        created,
        usage,
        withdraw,
      });
    },
  });
}

const listModels = defineRoute({
  method: "GET",
  path: "/v1/models",
  summary: "List the agent as a model, in OpenAI's format.",
  tags: ["openai"],
  failsAs: "openai",
  scope: "read",
  answers: { 200: z.object({ object: z.literal("list"), data: z.array(modelSchema) }) },
  run: async () => ({ object: "list", data: [AGENT_MODEL] }),
});

const showModel = defineRoute({
  method: "GET",
  path: "/v1/models/{id}",
  summary: "Show one model, in OpenAI's format.",
  tags: ["openai"],
  failsAs: "openai",
  scope: "read",
  params: z.object({ id: z.string() }),
  answers: { 200: modelSchema },
  async run({ params: { id } }) {
    if (id === MODEL) return AGENT_MODEL;
    throw new Fault("missing", `Unknown model: "${id}".`, { hint: `Use ${MODEL}.` });
  },
});

interface CompletionRequest {
  readonly agent: HttpAgent;
  readonly caller: GatewayCaller;
  readonly headers: Headers;
}

async function addressOf({ user }: ChatBody, { agent, caller, headers }: CompletionRequest) {
  const { person, id } = caller;
  const named = headers.get(CONVERSATION_HEADER);
  if (!named) return apiAddress(person, user ?? `token-${id}`);
  const address = await agent.conversations.find(named, person);
  if (isOwnInApi(address, person)) return address;
  throw new Fault("denied", `${CONVERSATION_HEADER} names a chat on another channel.`, {
    hint: "Name a conversation of your own, such as work, or write in that chat's app.",
  });
}

function toCompletion(answer: Answer, created: number): z.output<typeof completionSchema> {
  const { message, turn, status, approvals, response: content } = answer;
  return {
    id: `chatcmpl-${message}`,
    object: "chat.completion",
    created,
    model: MODEL,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: toUsage(answer.usage),
    reeve: { message, turn, status, approvals },
  };
}
