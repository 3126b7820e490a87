import { Fault } from "@reeve/sdk";

/** A response's bytes; a body of more than `maxBytes` is `invalid`, whatever was announced. */
export async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new Fault(
        "invalid",
        `The file has more than ${maxBytes} bytes, which is the most that is read.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
