import { KERNELS } from "./kernels.gen.ts";

/** The loops of kernels.wat; addresses and sizes are in bytes of the memory they were made with. */
export interface Kernels {
  select(
    ...[scopes, days, count, bitmap, limit, from, to, out]: readonly [...Seven, number]
  ): number;
  measure(...[bits, count, width, query, out, filtered]: readonly [...Five, number]): void;
  count(...[out, count, histogram]: readonly [number, number, number]): void;
  collect(...[out, count, least, most, first, list]: readonly [...Five, number]): number;
  estimate(
    ...[blocks, size, factors, width, list, count, planes, low, step, total, out]: readonly [
      ...Seven,
      number,
      number,
      number,
      number,
    ]
  ): void;
  multiply(...[halves, count, dims, query, out]: Five): void;
}

type Five = readonly [number, number, number, number, number];
type Seven = readonly [...Five, number, number];

/** Compiles the loops over a memory. */
export function createKernels(memory: WebAssembly.Memory): Kernels {
  const module = new WebAssembly.Module(Buffer.from(KERNELS, "base64"));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return typed(exports);
}

/** Types the module's exports as declared in its source. */
function typed(exports: unknown): Kernels;
function typed(exports: unknown): unknown {
  return exports;
}
