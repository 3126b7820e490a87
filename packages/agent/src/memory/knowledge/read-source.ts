import { isUtf8 } from "node:buffer";
import { isFault } from "@reeve/sdk";
import type { Folder } from "../../platform/folder.ts";
import type { TextFormat } from "./find-blocks.ts";
import { MAX_MEMORY_BYTES } from "./read-text.ts";

/** Content of a file, or the reason why it is not searched; `gone` if it vanished while being read. */
export type Source =
  | { readonly type: "text"; readonly text: string; readonly format: TextFormat }
  | { readonly type: "left-out"; readonly reason: string }
  | { readonly type: "gone" };

/** Reads a file of the knowledge base. */
export function readSource(folder: Folder, path: string): Promise<Source> {
  return readText(folder, path).catch((error: unknown) => {
    if (isFault(error) && error.code === "denied")
      return { type: "left-out", reason: "may not be read by this process" };
    if (isFault(error) && error.code === "missing") return { type: "gone" };
    throw error;
  });
}

async function readText(folder: Folder, path: string): Promise<Source> {
  const entry = await folder.stat(path);
  if (entry?.kind !== "file") return { type: "gone" };
  if (entry.bytes > MAX_MEMORY_BYTES)
    return { type: "left-out", reason: `larger than ${MAX_MEMORY_BYTES} bytes` };
  const bytes = await folder.read(path, { maxBytes: MAX_MEMORY_BYTES });
  const text = decode(bytes);
  if (text === undefined) return { type: "left-out", reason: "not UTF-8 or UTF-16 text" };
  return { type: "text", text, format: /\.(?:md|markdown)$/i.test(path) ? "markdown" : "plain" };
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark; undefined for anything else, and for bytes that no text
 * contains.
 */
function decode(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return decodeAs("utf-16le", buffer);
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return decodeAs("utf-16be", buffer);
  return isUtf8(buffer) ? decodeAs("utf-8", buffer) : undefined;
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes("\0") ? undefined : text;
}
