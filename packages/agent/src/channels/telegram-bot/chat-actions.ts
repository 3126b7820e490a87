import type { Clock } from "../../kernel/clock.ts";

/** Action that the bot shows in a chat. */
export interface ChatAction {
  /** Telegram's id, without a topic. */
  readonly chat: string;
  readonly topic?: number | undefined;
  readonly action: "typing" | "record_voice";
}

/** Rate limit of the chat actions that a bot shows. */
export interface ChatActions {
  /**
   * Returns whether to send the action now: false while the chat shows it already, or until
   * Telegram accepts actions again.
   */
  start(chat: string, action: ChatAction["action"]): boolean;
  /** Blocks actions in this chat for a time, as Telegram asked. */
  block(chat: string, ms: number): void;
}

/** Interval in milliseconds: Telegram shows an action for five seconds. */
const SHOWN_MS = 4000;

export function createChatActions({ clock }: { readonly clock: Clock }): ChatActions {
  /** Time until which no action is due, by chat. */
  const busy = new Map<string, number>();

  const isBusy = (key: string, now: number) => (busy.get(key) ?? 0) > now;

  return {
    start(chat, action) {
      const now = clock.now();
      for (const [key, until] of busy) if (until <= now) busy.delete(key);
      const key = `${chat} ${action}`;
      if (isBusy(chat, now) || isBusy(key, now)) return false;
      busy.set(key, now + SHOWN_MS);
      return true;
    },
    block(chat, ms) {
      busy.set(chat, clock.now() + ms);
    },
  };
}
