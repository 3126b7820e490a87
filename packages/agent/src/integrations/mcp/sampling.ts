import type { CreateMessageRequestParams, CreateMessageResult } from "@modelcontextprotocol/client";
import { Fault, isFault } from "@reeve/sdk";
import type { Sampling, SamplingRequest } from "../../kernel/sampling.ts";
import type { RunningCall } from "./questions.ts";

/** Longer requests are refused before a model counts their tokens. */
const MAX_CHARS = 200_000;
const MAX_MESSAGES = 100;

/**
 * Asks the model for a server, at the cost of the call that runs. A request that fails ends the call: a server that
 * asks again and again gets no more.
 */
export async function answerSampling(
  server: string,
  request: CreateMessageRequestParams,
  running: ReadonlySet<RunningCall>,
): Promise<CreateMessageResult> {
  const [call] = running;
  if (!call?.sampling || running.size > 1)
    throw new Fault("denied", `No call runs for which the MCP server ${server} may ask the model.`);
  try {
    return await ask(server, request, { sampling: call.sampling, signal: call.signal });
  } catch (error) {
    if (isFault(error)) call.abandon(error);
    throw error;
  }
}

async function ask(
  server: string,
  request: CreateMessageRequestParams,
  { sampling, signal }: { readonly sampling: Sampling; readonly signal: AbortSignal },
): Promise<CreateMessageResult> {
  const { systemPrompt: system, maxTokens } = request;
  const messages = request.messages.map((message) => toMessage(server, message));
  const chars = [system ?? "", ...messages.map(({ text }) => text)].join("").length;
  if (messages.length > MAX_MESSAGES || chars > MAX_CHARS)
    throw new Fault("exhausted", `The MCP server ${server} sent ${chars} characters to the model.`);
  const { text, model, isCut } = await sampling.ask(
    { server, system, messages, maxTokens },
    signal,
  );
  const stopReason = isCut ? "maxTokens" : "endTurn";
  return { role: "assistant", content: { type: "text", text }, model, stopReason };
}

function toMessage(
  server: string,
  { role, content }: CreateMessageRequestParams["messages"][number],
): SamplingRequest["messages"][number] {
  const blocks = Array.isArray(content) ? content : [content];
  const texts = blocks.map((block) => {
    if (block.type === "text") return block.text;
    throw new Fault("invalid", `The MCP server ${server} sent the model ${block.type}.`, {
      hint: "The model receives only text from servers.",
    });
  });
  return { role, text: texts.join("\n") };
}
