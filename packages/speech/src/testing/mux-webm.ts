import type { OpusStream } from "../opus-stream.ts";

/** A WebM file such as Edge's voices send: one track of Opus, sizes of its clusters unknown. */
export function muxWebm({ channels, preSkip, packets }: OpusStream): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  const track = element(
    [0xae],
    [
      element([0xd7], [Buffer.of(1)]),
      element([0x83], [Buffer.of(2)]),
      element([0x86], [Buffer.from("A_OPUS")]),
      element([0x63, 0xa2], [head]),
    ],
  );
  const blocks = packets.map((packet, at) => {
    const frame = Buffer.alloc(4);
    frame[0] = 0x81;
    frame.writeInt16BE((at * 20) % 30_000, 1);
    frame[3] = 0x80;
    return element([0xa3], [frame, packet]);
  });
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], [element([0x42, 0x82], [Buffer.from("webm")])]),
    Buffer.of(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    element([0x16, 0x54, 0xae, 0x6b], [track]),
    Buffer.of(0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    element([0xe7], [Buffer.of(0)]),
    ...blocks,
  ]);
}

function element(id: readonly number[], body: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(body);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + data.length);
  return Buffer.concat([Buffer.from(id), size, data]);
}
