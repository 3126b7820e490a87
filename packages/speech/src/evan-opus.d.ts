/** The package's own declarations do not cover its WebAssembly. */
declare module "@evan/opus/wasm/index.mjs" {
  export class Encoder {
    constructor(options: { channels: 1 | 2; sample_rate: number; application: "voip" | "audio" });
    /** Encodes a whole frame of 16-bit samples, 2.5 to 60 ms. Throws for other lengths. */
    encode(frame: ArrayBufferView): Uint8Array<ArrayBuffer>;
    /** Reads or, with a value, sets an option. */
    ctl(command: number, value?: number): number;
    /** Frees its memory. */
    drop(): void;
  }
  export class Decoder {
    constructor(options: { channels: 1 | 2; sample_rate: number });
    /** Decodes a packet of at most 8 kB to 16-bit samples. Throws for an invalid one. */
    decode(packet: ArrayBufferView): Uint8Array<ArrayBuffer>;
    drop(): void;
  }
}
