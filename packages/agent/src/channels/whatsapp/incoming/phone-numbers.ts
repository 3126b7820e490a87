import type { ChannelState } from "../../channel-state.ts";
import type { CloudMessage } from "./read-webhook.ts";

/** Which numbers people have who keep theirs to themselves by now. */
export interface PhoneNumbers {
  /**
   * The number of whoever sent a message, which is also their chat: the one it names, or else the one
   * that an earlier message named. Their user id at Meta where no number of theirs was ever told.
   */
  find(message: Pick<CloudMessage, "from" | "user" | "type">): Promise<string>;
}

/** What belongs to one sender is to be asked one after the other. */
export function createPhoneNumbers(memory: ChannelState): PhoneNumbers {
  return {
    async find({ from, user, type }) {
      if (user === undefined) return from;
      const key = `number:${user}`;
      const known = await memory.get(key);
      if (from === user) return known ?? user;
      // That somebody has another number is told with the old one, and perhaps with a new id.
      if (known !== from && type !== "system") await memory.set(key, from, { isLasting: true });
      return from;
    },
  };
}
