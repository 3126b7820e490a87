import { once } from "node:events";
import type { ChannelFiles } from "../../core/attachments.ts";
import { API_CHANNEL } from "../../core/client-chats.ts";
import type { Channel } from "../kit/channel.ts";

/**
 * The API as a channel of an agent. The gateway, which outlives the agent, brings its messages: so
 * there is nothing to listen for here. Programs cannot be asked, but who listens hears questions.
 */
export function createHttpChannel(files?: ChannelFiles): Channel {
  return {
    name: API_CHANNEL,
    canAsk: false,
    ...(files && { files }),
    async listen(_inbox, signal) {
      if (!signal.aborted) await once(signal, "abort");
    },
  };
}
