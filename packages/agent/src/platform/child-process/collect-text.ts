import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/**
 * Returns the first `maxBytes` of a stream as text, with a line that says how much is missing. Always reads
 * to the end, so that the writer is not blocked. Resolves when the stream closes, for whatever reason.
 */
export function collectText(stream: Readable, maxBytes: number): Promise<string> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let totalBytes = 0;

  return new Promise((resolve) => {
    stream.on("data", (chunk: Buffer) => {
      totalBytes += chunk.length;
      const part = chunk.subarray(0, maxBytes - keptBytes);
      if (part.length === 0) return;
      kept.push(part);
      keptBytes += part.length;
    });
    // The code that destroys a stream knows why; text received before is returned.
    stream.on("error", () => {});
    stream.once("close", () => resolve(toText(kept, totalBytes - keptBytes)));
  });
}

function toText(kept: readonly Buffer[], leftOut: number): string {
  const all = Buffer.concat(kept);
  if (leftOut === 0) return all.toString();
  // Unlike toString, it leaves out a character that was cut in the middle.
  const text = new StringDecoder("utf8").write(all);
  return `${text}\n[${leftOut} more bytes were left out]`;
}
