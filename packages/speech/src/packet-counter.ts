import { countSamples } from "./opus-packet.ts";
import { brokenAudio } from "./error.ts";

/** Maximum number of packets: one hour of the shortest ones, and eight hours of usual ones. */
export const MAX_PACKETS = 1_500_000;

/**
 * Counts the samples in the packets of a recording as they are read, so that no packet has to be
 * stored.
 */
export interface PacketCounter {
  /** Samples of 48 kHz in all packets so far. */
  readonly samples: number;
  /**
   * Throws `invalid` for an invalid Opus packet, and if there are more packets than a recording
   * has.
   */
  add(packet: Uint8Array): void;
}

/**
 * Creates a counter for one recording. A caller that stores packets must add them here first: a few
 * bytes of a file can claim to be hundreds.
 */
export function createPacketCounter(): PacketCounter {
  let samples = 0;
  let packets = 0;
  return {
    get samples() {
      return samples;
    },
    add(packet) {
      const held = countSamples(packet);
      if (held === undefined) throw brokenAudio("a part of it is not Opus");
      packets += 1;
      if (packets > MAX_PACKETS) throw brokenAudio(`it has more than ${MAX_PACKETS} parts`);
      samples += held;
    },
  };
}
