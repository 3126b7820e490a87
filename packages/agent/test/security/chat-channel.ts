import { once } from "node:events";
import type { Inbox, Receipt } from "../../src/core/inbox.ts";
import type { Envelope } from "../../src/kernel/envelope.ts";
import type { Channel } from "../../src/channels/kit/channel.ts";
import type { Chat, Somebody } from "./people.ts";

export const CHANNEL = "chat";

export interface ChatChannel extends Channel {
  /** Resolves when the message is acknowledged. */
  say(
    chat: Chat,
    by: Somebody,
    message: Pick<Envelope, "id" | "text" | "sentAt">,
  ): Promise<Receipt>;
}

/** Creates a channel that loses nothing. */
export function chatChannel(): ChatChannel {
  const open = Promise.withResolvers<Inbox>();
  return {
    name: CHANNEL,
    async listen(inbox, signal) {
      open.resolve(inbox);
      if (!signal.aborted) await once(signal, "abort");
    },
    async say({ externalId, kind }, { id: sender, name }, message) {
      const inbox = await open.promise;
      return inbox.deliver({
        ...message,
        edit: 0,
        address: { channel: CHANNEL, externalId, kind },
        sender: { id: sender, name },
        ...(kind === "group" && { title: externalId }),
      });
    },
    push: {
      async show() {},
      deliver: async (_address, _part, { clientId }) => `out-${clientId}`,
    },
  };
}
