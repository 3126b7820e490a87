import { Fault } from "@reeve/sdk";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";

/** Longer results are refused: a model reads pages, not dumps. */
const MAX_CHARS = 4_000_000;

/**
 * Returns what the model reads of a result: the structured form if there is one, because servers repeat it
 * as text, otherwise the text. Throws a fault for a result that reports an error.
 */
export function readCallResult(server: string, result: CallToolResult): unknown {
  const text = result.content.map(toText).join("\n");
  if (text.length > MAX_CHARS)
    throw new Fault("exhausted", `The MCP server ${server} returned ${text.length} characters.`, {
      hint: "Ask for less at once.",
    });
  if (result.isError === true)
    throw new Fault("invalid", text === "" ? `The MCP server ${server} reported an error.` : text);
  return result.structuredContent ?? text;
}

function toText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case "resource_link":
      return `${block.title ?? block.name}: ${block.uri}`;
    case "resource":
      return "text" in block.resource
        ? block.resource.text
        : `[file ${block.resource.uri}, ${bytesOf(block.resource.blob)} bytes]`;
  }
}

/** Number of bytes of a text in base64. */
function bytesOf(data: string): number {
  return Buffer.byteLength(data, "base64");
}
