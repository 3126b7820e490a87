import type { Clock } from "../../kernel/clock.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Log } from "../../platform/log.ts";
import { countEvent, type EventCount } from "./bot-loop.ts";

/** Programs that answer each other are heard until it is too much, each in each chat by itself. */
export interface BotLoopGuard {
  /** Whether a message is to be ignored; the same update is counted once. People never are. */
  isTooMuch(envelope: Envelope, updateId: number): boolean;
}

/** So many pairs of a program and a chat are remembered. */
const MAX_PAIRS = 1000;

interface Counted {
  readonly heard: EventCount;
  readonly updateId: number;
  readonly isIgnored: boolean;
}

export function createBotLoopGuard({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}): BotLoopGuard {
  const counted = new Map<string, Counted>();
  return {
    isTooMuch({ address, sender, isOwn }, updateId) {
      if (!sender.isBot && !isOwn) return false;
      const { externalId: chat } = address;
      const pair = `${chat}\n${sender.id}`;
      const before = counted.get(pair);
      // One that could not be stored comes again.
      if (before?.updateId === updateId) return before.isIgnored;
      const { heard, verdict, isFirst } = countEvent(before?.heard, clock.now());
      const isIgnored = verdict === "ignore";
      counted.delete(pair);
      counted.set(pair, { heard, updateId, isIgnored });
      for (const old of [...counted.keys()].slice(0, -MAX_PAIRS)) counted.delete(old);
      if (isFirst) log.warn("ignoring a bot until it is quiet", { chat, sender: sender.id });
      return isIgnored;
    },
  };
}
