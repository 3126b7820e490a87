import type { Fault } from "@reeve/sdk";
import { unreadable } from "../kernel/unreadable.ts";

/** Reads a response's bytes; a body of more than `maxBytes` is `invalid`, whatever its announced size. */
export async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLargeFault(bytes, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Creates the fault for a file of at least `bytes`, which exceeds the limit; throw it. */
export function tooLargeFault(bytes: number, maxBytes: number): Fault {
  return unreadable("huge", `The file has ${bytes} bytes or more; the maximum is ${maxBytes}.`);
}
