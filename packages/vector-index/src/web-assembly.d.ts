/** The part of the global `WebAssembly` that is used here: Node has it, its types do not. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
    /** Adds pages of 65,536 bytes; views of the former buffer are void. */
    grow(pages: number): number;
  }
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;
  class Instance {
    constructor(module: Module, imports: { readonly env: { readonly memory: Memory } });
    readonly exports: unknown;
  }
}
