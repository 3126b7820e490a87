import type { Address } from "../../../kernel/envelope.ts";
import { type Channel, type ChannelParts, createChannel } from "./channel.ts";

const SWEEP_MS = 60_000;

/** What happens in all places of a running agent, remembered for as long as it may be asked for. */
export interface Channels {
  of(address: Address): Channel;
  /** Forgets what nobody will ask for any more; it is done once a minute anyway. */
  sweep(): void;
  /** Ends all listening. */
  close(): void;
}

export function createChannels(parts: Omit<ChannelParts, "address">): Channels {
  const channels = new Map<string, Channel>();
  const sweep = () => {
    for (const [key, channel] of channels) {
      channel.sweep(parts.clock.now());
      if (!channel.isIdle) continue;
      channel.close();
      channels.delete(key);
    }
  };
  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  return {
    of(address) {
      const key = `${address.surface}\n${address.chat}`;
      const known = channels.get(key);
      if (known && !known.isClosed) return known;
      const made = createChannel({ ...parts, address });
      channels.set(key, made);
      return made;
    },
    sweep,
    close() {
      clearInterval(sweeping);
      for (const channel of channels.values()) channel.close();
      channels.clear();
    },
  };
}
