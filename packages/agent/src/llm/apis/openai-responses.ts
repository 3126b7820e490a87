import { isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { SEARCH_TOOL } from "./deferred-tools.ts";
import type { VendorJson, VendorTool } from "./vendor.ts";
import type { DeferredTools, Wire } from "./wire.ts";

const CACHE_KEY_CHARS = 64;

/** The model searches with a tool of the protocol, and we answer with definitions. */
const late: DeferredTools = {
  list: (has) => has.map((tool) => (tool.name === SEARCH_TOOL ? toSearchTool(tool) : tool)),
  found: ({ known, others }) => ({
    type: "json",
    value: { tools: [...known, ...others].map(toDefinition) },
  }),
  search: (args, id) => ({ arguments: args, call_id: id }),
  readSearch: (input) => {
    if (!isRecord(input) || !("call_id" in input)) return input;
    const args = input["arguments"];
    return typeof args === "string" ? parseJson(args)?.value : args;
  },
};

/** OpenAI's responses. Nothing is stored at the provider: reasoning comes back encrypted and goes along. */
export const openaiResponses: Wire = {
  async open({ model, baseUrl, key = "", fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const client = createOpenAI({ baseURL: baseUrl, apiKey: key, fetch: withoutSearchIds(fetch) });
    return client.responses(model);
  },
  late,
  // The published types demand it, although the API does without.
  imageOptions: { openai: { imageDetail: "auto" } },
  requestOptions: ({ cache }, { quirks }) => ({
    openai: {
      store: false,
      include: ["reasoning.encrypted_content"],
      ...(cache && { promptCacheKey: cache.key.slice(0, CACHE_KEY_CHARS) }),
      ...(quirks?.plainSystem && { systemMessageMode: "system" }),
    },
  }),
};

function toSearchTool({ name, description, inputSchema }: VendorTool) {
  const args = { execution: "client", description, parameters: inputSchema };
  return { type: "provider", id: "openai.tool_search", name, args } as const;
}

function toDefinition({ name, description, inputSchema, strict }: VendorTool) {
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: toJson(inputSchema),
    strict: strict ?? false,
    defer_loading: true,
  };
}

/** Takes a schema for the JSON that it is. */
function toJson(schema: VendorTool["inputSchema"]): VendorJson;
function toJson(schema: unknown): unknown {
  return schema;
}

/**
 * Sends calls of the tool search without ids of their own, as other calls are sent when
 * nothing is stored at the provider. The package fills in ids that the provider never gave.
 */
function withoutSearchIds(send: typeof fetch): typeof fetch {
  return (url, init) => {
    const body = init?.body;
    if (typeof body !== "string" || !body.includes('"tool_search_call"')) return send(url, init);
    return send(url, { ...init, body: withoutIds(body) });
  };
}

function withoutIds(body: string): string {
  const request = parseJson(body)?.value;
  if (!isRecord(request) || !Array.isArray(request["input"])) return body;
  return JSON.stringify({ ...request, input: request["input"].map(withoutId) });
}

function withoutId(item: unknown): unknown {
  if (!isRecord(item) || item["type"] !== "tool_search_call") return item;
  const { id: _id, ...rest } = item;
  return rest;
}
