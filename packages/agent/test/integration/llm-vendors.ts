import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { isRecord } from "../../src/kernel/text/json.ts";
import { parseJson } from "../../src/kernel/text/parse-json.ts";
import type { Api } from "../../src/llm/providers.ts";
import { attempt } from "../../src/kernel/attempt.ts";

/** Response in a form common to all readers. */
export interface ReadAnswer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  readonly usage: {
    readonly inputTokens: number;
    readonly cachedTokens: number;
    readonly outputTokens: number;
  };
}

export interface VendorAddress {
  readonly baseUrl: string;
  readonly model: string;
}

type Ask = (address: VendorAddress) => Promise<ReadAnswer>;

const QUESTION = "Is it raining?";

/** Sends a request with the package of the protocol's own vendor. */
export function askVendor(api: Api, address: VendorAddress): Promise<ReadAnswer> {
  return VENDORS[api](address);
}

/** Returns the status with which the package of the protocol's own vendor fails; undefined when it does not. */
export async function statusFromVendor(
  api: Api,
  address: VendorAddress,
): Promise<number | undefined> {
  const outcome = await attempt(askVendor(api, address));
  const reason: unknown = outcome.status === "rejected" ? outcome.reason : undefined;
  const status = isRecord(reason) ? reason["status"] : undefined;
  return typeof status === "number" ? status : undefined;
}

const VENDORS: Readonly<Record<Api, Ask>> = {
  anthropic: askAnthropic,
  google: askGoogle,
  "openai-chat": askChat,
  "cocoon-xml": askChat,
  "openai-responses": askResponses,
};

async function askAnthropic({ baseUrl, model }: VendorAddress): Promise<ReadAnswer> {
  const client = new Anthropic({ apiKey: "key", baseURL: baseUrl, maxRetries: 0 });
  const messages = [{ role: "user", content: QUESTION } as const];
  const stream = client.messages.stream({ model, max_tokens: 100, messages });
  const { content, usage } = await stream.finalMessage();
  const cachedTokens = usage.cache_read_input_tokens ?? 0;
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ name: block.name, args: block.input }] : [],
    ),
    usage: {
      inputTokens: usage.input_tokens + cachedTokens + (usage.cache_creation_input_tokens ?? 0),
      cachedTokens,
      outputTokens: usage.output_tokens,
    },
  };
}

function openAi({ baseUrl }: VendorAddress): OpenAI {
  return new OpenAI({ apiKey: "key", baseURL: `${baseUrl}/v1`, maxRetries: 0 });
}

async function askChat(address: VendorAddress): Promise<ReadAnswer> {
  const stream = openAi(address).chat.completions.stream({
    model: address.model,
    messages: [{ role: "user", content: QUESTION }],
    stream_options: { include_usage: true },
  });
  const { choices, usage } = await stream.finalChatCompletion();
  const message = choices[0]?.message;
  return {
    text: message?.content ?? "",
    calls: (message?.tool_calls ?? []).flatMap((call) =>
      call.type === "function"
        ? [{ name: call.function.name, args: parseJson(call.function.arguments)?.value }]
        : [],
    ),
    usage: {
      inputTokens: usage?.prompt_tokens ?? -1,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? -1,
      outputTokens: usage?.completion_tokens ?? -1,
    },
  };
}

async function askResponses(address: VendorAddress): Promise<ReadAnswer> {
  const stream = openAi(address).responses.stream({ model: address.model, input: QUESTION });
  const { output, usage } = await stream.finalResponse();
  return {
    text: output
      .flatMap((item) => (item.type === "message" ? item.content : []))
      .map((part) => (part.type === "output_text" ? part.text : ""))
      .join(""),
    calls: output.flatMap((item) => {
      if (item.type === "tool_search_call") return [{ name: "tool_search", args: item.arguments }];
      if (item.type !== "function_call") return [];
      return [{ name: item.name, args: parseJson(item.arguments)?.value }];
    }),
    usage: {
      inputTokens: usage?.input_tokens ?? -1,
      cachedTokens: usage?.input_tokens_details.cached_tokens ?? -1,
      outputTokens: usage?.output_tokens ?? -1,
    },
  };
}

async function askGoogle({ baseUrl, model }: VendorAddress): Promise<ReadAnswer> {
  const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl } });
  const stream = await client.models.generateContentStream({ model, contents: QUESTION });
  const read = { text: "", calls: new Array<ReadAnswer["calls"][number]>() };
  let usage = { inputTokens: -1, cachedTokens: -1, outputTokens: -1 };
  for await (const { candidates = [], usageMetadata: counts } of stream) {
    for (const part of candidates[0]?.content?.parts ?? []) {
      if (part.text !== undefined && part.thought !== true) read.text += part.text;
      const { functionCall: call } = part;
      if (call) read.calls.push({ name: call.name ?? "", args: call.args });
    }
    if (counts)
      usage = {
        inputTokens: counts.promptTokenCount ?? -1,
        cachedTokens: counts.cachedContentTokenCount ?? -1,
        outputTokens: (counts.candidatesTokenCount ?? 0) + (counts.thoughtsTokenCount ?? 0),
      };
  }
  return { ...read, usage };
}
