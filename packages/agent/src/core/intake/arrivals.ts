import type { Envelope } from "../../kernel/envelope.ts";

/** Messages that are being accepted, by chat. */
export interface Arrivals {
  /** Counts a message until the result is disposed of. */
  readonly enter: (address: Envelope["address"]) => Arrival;
}

export interface Arrival extends Disposable {
  /** Whether no other message of the chat is being accepted. */
  readonly isAlone: boolean;
}

export function createArrivals(): Arrivals {
  const counts = new Map<string, number>();
  return {
    enter({ channel, externalId }) {
      const chat = `${channel}\n${externalId}`;
      const count = () => counts.get(chat) ?? 0;
      counts.set(chat, count() + 1);
      return {
        get isAlone() {
          return count() === 1;
        },
        [Symbol.dispose]() {
          if (count() > 1) counts.set(chat, count() - 1);
          else counts.delete(chat);
        },
      };
    },
  };
}
