import { OPUS_RATE } from "./opus-packet.ts";

/** Length and format of a recording, without its data. */
export interface OpusLength {
  readonly channels: number;
  /** Samples of 48 kHz at the beginning that are not played. */
  readonly preSkip: number;
  /** Samples of 48 kHz that are played, after those that are not. */
  readonly samples: number;
}

/** A recording without its container. */
export interface OpusStream extends OpusLength {
  readonly packets: readonly Uint8Array[];
}

/** Returns the duration of a stream in seconds. */
export function secondsOf({ samples }: OpusLength): number {
  return samples / OPUS_RATE;
}

/**
 * Joins recordings to one; all have as many channels as the first. Throws a `RangeError` for an
 * empty list.
 */
export function joinStreams(streams: readonly OpusStream[]): OpusStream {
  const packets = streams.flatMap((stream) => stream.packets);
  const [first] = streams;
  if (!first) throw new RangeError("there are no recordings to join");
  const preSkip = first.preSkip;
  // The pre-skip of later streams lies inside the recording and is played.
  const samples = streams.reduce(
    (sum, one, at) => sum + one.samples + (at > 0 ? one.preSkip : 0),
    0,
  );
  return { channels: first.channels, preSkip, packets, samples };
}
