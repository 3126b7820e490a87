import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { LOCAL_MODEL, modelFolder } from "./model-folder.ts";

const KEY_BYTES = 16;
const ROW_BYTES = KEY_BYTES + LOCAL_MODEL.dims * Float16Array.BYTES_PER_ELEMENT;

/** Vectors by the keys of their texts, as `keyOf` returns them. */
export type ShippedVectors = ReadonlyMap<string, Float32Array>;

/** The file with the vectors of the built-in tools, by the model that comes with Reeve. */
export function shippedVectorsFile(): string {
  return path.join(modelFolder(), "tool-vectors.bin");
}

/** Identifies a text: a part of its SHA-256 hash, in hexadecimal. */
export function keyOf(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 2 * KEY_BYTES);
}

/** Reads vectors: rows of a key and 16-bit floats. Without the file there are none. */
export async function readShippedVectors(file = shippedVectorsFile()): Promise<ShippedVectors> {
  if (!existsSync(file)) return new Map();
  const bytes = await readFile(file);
  const rows = Array.from({ length: Math.floor(bytes.length / ROW_BYTES) }, (_, at) =>
    bytes.subarray(at * ROW_BYTES, (at + 1) * ROW_BYTES),
  );
  return new Map(
    rows.map((row) => [
      row.toString("hex", 0, KEY_BYTES),
      // A copy, because the part of a larger buffer may begin at an odd address.
      Float32Array.from(new Float16Array(Uint8Array.from(row.subarray(KEY_BYTES)).buffer)),
    ]),
  );
}

/** Writes vectors as `readShippedVectors` reads them, sorted by key. */
export function encodeShippedVectors(vectors: ShippedVectors): Uint8Array {
  const rows = [...vectors].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Buffer.concat(
    rows.flatMap(([key, vector]) => [
      Buffer.from(key, "hex"),
      new Uint8Array(Float16Array.from(vector).buffer),
    ]),
  );
}
