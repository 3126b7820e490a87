import type { Address } from "../../../kernel/envelope.ts";
import { type ChatStream, type ChatStreamDeps, createChatStream } from "./chat-stream.ts";

const SWEEP_MS = 60_000;

/**
 * Live events in all chats of a running agent, buffered for as long as clients may request them.
 */
export interface ChatStreams {
  of(address: Address): ChatStream;
  /** Drops old entries; runs once a minute anyway. */
  sweep(): void;
  /** Ends all streams. */
  close(): void;
}

export function createChatStreams(deps: Omit<ChatStreamDeps, "address">): ChatStreams {
  const streams = new Map<string, ChatStream>();
  const sweep = () => {
    for (const [key, stream] of streams) {
      stream.sweep(deps.clock.now());
      if (!stream.isIdle) continue;
      stream.close();
      streams.delete(key);
    }
  };
  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  return {
    of(address) {
      const key = `${address.channel}\n${address.externalId}`;
      const known = streams.get(key);
      if (known && !known.isClosed) return known;
      const made = createChatStream({ ...deps, address });
      streams.set(key, made);
      return made;
    },
    sweep,
    close() {
      clearInterval(sweeping);
      for (const stream of streams.values()) stream.close();
      streams.clear();
    },
  };
}
