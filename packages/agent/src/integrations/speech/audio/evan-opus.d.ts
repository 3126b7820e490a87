/** The package's own declarations do not cover its WebAssembly. */
declare module "@evan/opus/wasm/index.mjs" {
  export class Encoder {
    constructor(options: { channels: 1 | 2; sample_rate: number; application: "voip" | "audio" });
    /**
     * Encodes a whole frame of 16-bit samples, 2.5 to 60 ms. Throws for other lengths.
     */
    encode(frame: ArrayBufferView): Uint8Array<ArrayBuffer>;
    /** Without a value it reads. */
    ctl(command: number, value?: number): number;
    /** Frees its memory. */
    drop(): void;
  }
  export class Decoder {
    constructor(options: { channels: 1 | 2; sample_rate: number });
    /** 16-bit samples of a packet of at most 8 kB. Throws where it is none. */
    decode(packet: ArrayBufferView): Uint8Array<ArrayBuffer>;
    drop(): void;
  }
}
