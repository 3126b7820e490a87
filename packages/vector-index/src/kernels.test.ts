import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { KERNELS_SOURCE } from "./kernels.gen.ts";
import { createKernels } from "./kernels.ts";

test("the compiled loops are as new as their source: else run scripts/build-kernels.ts", async () => {
  const source = await readFile(new URL("./kernels.wat", import.meta.url));
  expect(createHash("sha256").update(source).digest("hex")).toBe(KERNELS_SOURCE);
});

test("halves of every kind multiply as singles", () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  const kernels = createKernels(memory);
  const halves = Float16Array.from([0, -0, 1, -1, 0.5, 65504, 6e-8, -6e-5]);
  for (const at of halves.keys()) {
    new Float16Array(memory.buffer, 0, 8).set(halves);
    const query = new Float32Array(memory.buffer, 64, 8);
    query.fill(0);
    query[at] = 2;
    kernels.multiply(0, 1, 8, 64, 128);
    expect(new Float32Array(memory.buffer, 128, 1)[0]).toBeCloseTo(2 * (halves[at] ?? 0), 10);
  }
});
