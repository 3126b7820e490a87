import type { ModelEntry } from "../catalogue.ts";
import type { ModelRequest, ToolDefinition } from "../model.ts";
import type { Provider } from "../providers.ts";
import { type JsonSchema, portable } from "./schema/portable.ts";
import { strict } from "./schema/strict.ts";
import { toPrompt } from "./to-prompt.ts";
import type { VendorCall, VendorTool } from "./vendor.ts";
import type { Wire } from "./wire.ts";

export interface CallParts {
  readonly id: string;
  readonly wire: Wire;
  readonly provider: Provider;
  /** Absent when the catalogue does not know the model. */
  readonly entry: ModelEntry | undefined;
  readonly signal: AbortSignal;
}

/** A request as the provider packages take it. */
export function toCall(
  request: ModelRequest,
  { id, wire, provider, entry, signal }: CallParts,
): VendorCall {
  const { quirks = {} } = provider;
  const said = wire.rewrite?.(request) ?? request;
  const tools = said.tools.map((tool) => toTool(tool, quirks.strictTools === true));
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
    }),
    abortSignal: signal,
    providerOptions: wire.requestOptions(said, provider),
    ...(tools.length > 0 && { tools }),
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...(temperature !== undefined && !quirks.fixedTemperature && { temperature }),
  };
}

function toTool({ name, summary, params }: ToolDefinition, isStrict: boolean): VendorTool {
  const described = { type: "function", name, description: summary } as const;
  const schema = isStrict ? strict(params) : undefined;
  if (!isStrict) return { ...described, inputSchema: toInputSchema(portable(params)) };
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
