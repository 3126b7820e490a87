import type { Channel } from "../../channels/channel.ts";
import { type StartSteps, formatReason } from "../start-steps.ts";

/** A channel whose failures are told as "unavailable" until it listens again. */
export function reportChannelHealth(channel: Channel, steps: Pick<StartSteps, "report">): Channel {
  return {
    name: channel.name,
    ...(channel.push && { push: channel.push }),
    ...(channel.files && { files: channel.files }),
    ...(channel.canSpeak && { canSpeak: channel.canSpeak }),
    ...(channel.isPairing !== undefined && { isPairing: channel.isPairing }),
    ...(channel.canAsk !== undefined && { canAsk: channel.canAsk }),
    get username() {
      return channel.username;
    },
    async listen(inbox, signal) {
      const listening = channel.listen(inbox, signal);
      steps.report(channel.name, undefined);
      await listening.catch((error: unknown) => {
        steps.report(channel.name, formatReason(error));
        throw error;
      });
    },
  };
}
