import { createHash } from "node:crypto";

/** Providers accept no longer names. */
const MAX_CHARS = 64;
const HASH_CHARS = 8;

/**
 * Names a server's tool for the model: `mcp_<server>_<tool>`. Characters that providers refuse become
 * underscores. A name that is too long, or had such characters, ends in a hash of the original.
 */
export function mcpToolName(server: string, tool: string): string {
  const plain = `mcp_${server}_${tool}`;
  const safe = plain.replaceAll(/[^\w-]/g, "_");
  if (safe === plain && plain.length <= MAX_CHARS) return plain;
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, HASH_CHARS);
  return `${safe.slice(0, MAX_CHARS - HASH_CHARS - 1)}_${hash}`;
}
