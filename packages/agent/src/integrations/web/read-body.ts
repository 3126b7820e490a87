import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Fault } from "@reeve/sdk";

/**
 * Reads and decompresses a body. Throws `exhausted` as soon as it exceeds `maxBytes`, compressed or
 * not.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes }: { maxBytes: number },
): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(response)) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}

function unpacked(response: IncomingMessage): Readable {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  switch (coding) {
    case "identity":
    case "":
      return response;
    case "gzip":
    case "x-gzip":
      return pipeline(response, createGunzip(), ignoreEnd);
    case "deflate":
      return pipeline(response, createInflate(), ignoreEnd);
    case "br":
      return pipeline(response, createBrotliDecompress(), ignoreEnd);
    default:
      throw new Fault("invalid", `The page uses the unsupported encoding "${coding}".`, {
        hint: "Find the same content elsewhere.",
      });
  }
}

/** The reader of the last stream learns how it ended. */
function ignoreEnd(): void {}

function tooLarge(maxBytes: number): Fault {
  return new Fault("exhausted", `The page is larger than ${maxBytes / 1_048_576} MB.`, {
    hint: "Find a smaller page on the same topic.",
  });
}
