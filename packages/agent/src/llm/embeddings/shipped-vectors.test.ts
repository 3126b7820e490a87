import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LOCAL_MODEL } from "./model-folder.ts";
import { encodeShippedVectors, keyOf, readShippedVectors } from "./shipped-vectors.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-vectors-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("vectors are read as they were written, to a thousandth", async () => {
  const vectors = new Map(
    ["list my notes", "zeig mir meine Notizen", ""].map((text, at) => [
      keyOf(text),
      Float32Array.from({ length: LOCAL_MODEL.dims }, (_, n) => Math.sin(n + at)),
    ]),
  );
  const file = path.join(folder, "vectors.bin");
  await writeFile(file, encodeShippedVectors(vectors));
  const read = await readShippedVectors(file);
  expect(new Set(read.keys())).toEqual(new Set(vectors.keys()));
  for (const [key, vector] of vectors)
    for (const [n, value] of vector.entries()) expect(read.get(key)?.[n]).toBeCloseTo(value, 3);
});

test("without a file there are no vectors", async () => {
  expect(await readShippedVectors(path.join(folder, "none.bin"))).toEqual(new Map());
});

test("the same vectors are the same bytes, in any order", () => {
  const rows = ["one", "two", "three"].map(
    (text) => [keyOf(text), new Float32Array(LOCAL_MODEL.dims)] as const,
  );
  expect(encodeShippedVectors(new Map(rows))).toEqual(
    encodeShippedVectors(new Map(rows.toReversed())),
  );
});
