import { Fault } from "@reeve/sdk";
import type { CallToolResult, ContentBlock, EmbeddedResource } from "@modelcontextprotocol/client";

/** Longer results are refused: a model reads pages, not dumps. */
const MAX_CHARS = 4_000_000;

/**
 * Returns what the model reads of a result: the structured form if there is one, because servers repeat it
 * as text, otherwise the text. Throws a fault for a result that reports an error.
 */
export function readCallResult(server: string, result: CallToolResult): unknown {
  const text = bounded(server, result.content.map(toText).join("\n"));
  if (result.isError === true)
    throw new Fault("invalid", text === "" ? `The MCP server ${server} reported an error.` : text);
  return result.structuredContent ?? text;
}

/** Returns a text of a server as it is. Throws `exhausted` if it is too long for a result. */
export function bounded(server: string, text: string): string {
  if (text.length <= MAX_CHARS) return text;
  throw new Fault("exhausted", `The MCP server ${server} returned ${text.length} characters.`, {
    hint: "Ask for less at once.",
  });
}

/** Returns a block as text: data that is no text is named only. */
export function toText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case "resource_link":
      return `${block.title ?? block.name}: ${block.uri}`;
    case "resource":
      return resourceText(block.resource);
  }
}

/** Returns a resource as text: data that is no text is named only. */
export function resourceText(resource: EmbeddedResource["resource"]): string {
  if ("text" in resource) return resource.text;
  return `[file ${resource.uri}, ${bytesOf(resource.blob)} bytes]`;
}

/** Number of bytes of a text in base64. */
function bytesOf(data: string): number {
  return Buffer.byteLength(data, "base64");
}
