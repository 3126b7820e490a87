import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ToolDefinition } from "../model.ts";
import type { VendorOutput, VendorTool } from "./vendor.ts";
import type { DeferredTools } from "./wire.ts";

/** The tool that finds others. Its result lists them as JSON. */
export const SEARCH_TOOL = "tool_search";

/** Query of the search that runs for a message before the model sees it. */
export const MESSAGE_SEARCH = { query: "what this message needs" };

/** Search for deferred tools in a request, in the form that its model needs. */
export interface DeferredToolSearch {
  readonly wire: DeferredTools;
  readonly deferred: ReadonlyMap<string, VendorTool>;
  /** Names of the tools that the model has from the beginning. */
  readonly listed: ReadonlySet<string>;
  readonly toTool: (tool: ToolDefinition) => VendorTool;
}

const resultSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      summary: z.string(),
      params: z.record(z.string(), z.unknown()),
    }),
  ),
});

/**
 * Converts the result of a search by the model for its vendor. Returns undefined if the text of the
 * result says it already.
 */
export function readFound(text: string, late: DeferredToolSearch): VendorOutput | undefined {
  const { deferred, listed, toTool } = late;
  const tools = resultSchema.safeParse(parseJson(text)?.value).data?.tools ?? [];
  return late.wire.found({
    known: tools.flatMap(({ name }) => deferred.get(name) ?? []),
    others: tools.filter(({ name }) => !deferred.has(name) && !listed.has(name)).map(toTool),
  });
}

/**
 * Converts the tools found for a message for the vendor. Returns undefined if the request holds
 * none of them.
 */
export function nameFound(
  names: readonly string[],
  { wire, deferred }: DeferredToolSearch,
): VendorOutput | undefined {
  const known = names.flatMap((name) => deferred.get(name) ?? []);
  return known.length === 0 ? undefined : wire.found({ known, others: [] });
}
