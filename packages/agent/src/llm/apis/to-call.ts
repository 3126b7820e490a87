import type { ModelEntry } from "../catalog.ts";
import type { Message, ModelRequest, ToolDefinition } from "../model.ts";
import type { Provider } from "../providers.ts";
import { type DeferredToolSearch, SEARCH_TOOL } from "./deferred-tools.ts";
import { type JsonSchema, portable } from "./schema/portable.ts";
import { strict } from "./schema/strict.ts";
import { toPrompt } from "./to-prompt.ts";
import type { VendorCall, VendorTool } from "./vendor.ts";
import type { Wire } from "./wire.ts";
import { describeTools } from "../describe-tools.ts";

export interface CallDeps {
  readonly id: string;
  readonly wire: Wire;
  readonly provider: Provider;
  /** Absent when the catalog does not know the model. */
  readonly entry: ModelEntry | undefined;
  /** Whether the model takes tools by reference. */
  readonly refersToTools: boolean;
  readonly signal: AbortSignal;
}

/** A request as the provider packages take it. */
export function toCall(request: ModelRequest, deps: CallDeps): VendorCall {
  const { id, wire, provider, entry, signal } = deps;
  const { quirks = {} } = provider;
  const late = lateSearch(request, deps);
  const told = late ? request : describeFoundTools(request);
  const said = wire.rewrite?.(told) ?? told;
  const has = said.tools.map((tool) => toTool(tool, provider));
  const tools = late ? late.wire.list(has, [...late.deferred.values()]) : has;
  const { maxTokens, temperature } = said;
  const limit = maxTokens && Math.min(maxTokens, entry?.maxOutputTokens ?? maxTokens);
  return {
    prompt: toPrompt(said, {
      model: id,
      seesImages: entry?.images ?? true,
      imageOptions: wire.imageOptions,
      callIdChars: quirks.callIdChars,
      joinsSystem: wire.joinsSystem === true,
      cacheMark: wire.cacheMark,
      late,
    }),
    abortSignal: signal,
    providerOptions: wire.requestOptions(said, provider),
    ...(tools.length > 0 && { tools }),
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...(temperature !== undefined && !quirks.fixedTemperature && { temperature }),
  };
}

/** Undefined where tools that may be found are told in words, or there is no search for them. */
function lateSearch(
  { tools, deferred = [] }: ModelRequest,
  { wire, provider, refersToTools }: CallDeps,
): DeferredToolSearch | undefined {
  const listed = new Set(tools.map(({ name }) => name));
  if (!refersToTools || !wire.late || deferred.length === 0 || !listed.has(SEARCH_TOOL))
    return undefined;
  return {
    wire: wire.late,
    deferred: new Map(deferred.map((tool) => [tool.name, toTool(tool, provider)])),
    listed,
    toTool: (tool) => toTool(tool, provider),
  };
}

function toTool(
  { name, summary, params }: ToolDefinition,
  { quirks = {} }: Pick<Provider, "quirks">,
): VendorTool {
  const described = { type: "function", name, description: summary } as const;
  const schema = quirks.strictTools ? strict(params) : undefined;
  if (!quirks.strictTools) return { ...described, inputSchema: toInputSchema(portable(params)) };
  return {
    ...described,
    inputSchema: toInputSchema(schema ?? portable(params)),
    strict: schema !== undefined,
  };
}

/** Takes a schema for one that the packages' types know; they pass it on unread. */
function toInputSchema(schema: JsonSchema): VendorTool["inputSchema"];
function toInputSchema(schema: JsonSchema): JsonSchema {
  return schema;
}

/**
 * The request for a model that takes no references: what was found for a message is
 * described before it, unless it stands in the list of tools.
 */
function describeFoundTools(request: ModelRequest): ModelRequest {
  const { deferred = [], tools, ...rest } = request;
  if (deferred.length === 0) return request;
  const listed = new Set(tools.map(({ name }) => name));
  const tell = (message: Message): Message => {
    if (message.role !== "user" || !message.found) return message;
    const { found, ...said } = message;
    const names = new Set(found);
    const told = deferred.filter(({ name }) => names.has(name) && !listed.has(name));
    if (told.length === 0) return said;
    return { ...said, text: `${describeTools(told)}\n${said.text}` };
  };
  return { ...rest, tools, messages: request.messages.map(tell) };
}
