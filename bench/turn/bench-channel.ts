import { once } from "node:events";
import type { Channel } from "../../packages/agent/src/channels/kit/channel.ts";
import type { Inbox } from "../../packages/agent/src/core/inbox.ts";

/** Push channel of a benchmark. It counts replies, and stores nothing, so that its memory costs the agent no time. */
export interface BenchChannel extends Channel {
  /** Sends a message; resolves when the agent has stored it. */
  say(text: string, message: { readonly externalId: string; readonly id: string }): Promise<void>;
  /** Resolves when `count` parts of replies have arrived in total. */
  received(count: number): Promise<void>;
}

export function createBenchChannel(name: string): BenchChannel {
  const open = Promise.withResolvers<Inbox>();
  const arrivals = new EventTarget();
  let arrived = 0;
  const hasArrived = (count: number) => arrived >= count;

  return {
    name,
    canAsk: true,

    async listen(inbox, signal) {
      open.resolve(inbox);
      if (!signal.aborted) await once(signal, "abort");
    },

    async say(text, { externalId, id }) {
      const inbox = await open.promise;
      await inbox.deliver({
        id,
        edit: 0,
        address: { channel: name, externalId, kind: "direct" },
        sender: { id: "ann", name: "ann" },
        text,
        sentAt: Date.UTC(2026, 1, 20, 15, 30),
      });
    },

    async received(count) {
      while (!hasArrived(count)) await once(arrivals, "arrival");
    },

    push: {
      async show(_address, events) {
        const shown = events[Symbol.asyncIterator]();
        while ((await shown.next()).done !== true);
      },
      async deliver(_address, _part, { clientId }) {
        arrived += 1;
        arrivals.dispatchEvent(new Event("arrival"));
        return `out-${clientId}`;
      },
    },
  };
}
