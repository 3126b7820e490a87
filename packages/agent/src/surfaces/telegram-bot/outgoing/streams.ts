import type { ShownTurn } from "../../../core/push.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { TurnEvent } from "../../../kernel/turn-event.ts";
import { isDirectChat } from "../chat-address.ts";
import { createDraftFrames } from "./draft-frames.ts";
import { createEditFrames } from "./edit-frames.ts";
import { openTarget } from "./open-target.ts";
import type { OutgoingParts } from "./outgoing-parts.ts";
import type { Placeholders } from "./placeholders.ts";
import { runFrames } from "./run-frames.ts";
import { NOTHING_SEEN, seeTurn } from "./seen-turn.ts";
import { showTyping } from "./typing.ts";

/** How turns are shown while they run. */
export interface Streams {
  show(address: Address, events: AsyncIterable<TurnEvent>, of?: ShownTurn): Promise<void>;
  /** Resolves once nothing more is shown of a turn: its reply leaves now. */
  settle(turn: string): Promise<void>;
}

/** What has been replied to is remembered for as long as a late beginning could come. */
const MOST_SETTLED = 500;

interface Running {
  readonly over: AbortController;
  readonly done: Promise<void>;
}

export function createStreams(
  parts: OutgoingParts & { readonly isRich: () => boolean },
  placeholders: Placeholders,
): Streams {
  const running = new Map<string, Running>();
  const settled = new Set<string>();

  const begin = (address: Address, of: ShownTurn, text: () => string): void => {
    if (settled.has(of.turn)) return;
    const { chat: place } = address;
    const over = new AbortController();
    const { signal } = over;
    const run = async () => {
      const target = await openTarget({ place, of, signal }, parts);
      const frames =
        isDirectChat(target) && parts.isRich()
          ? createDraftFrames({ target, turn: of.turn }, parts)
          : await createEditFrames({ target, turn: of.turn }, { ...parts, placeholders });
      await runFrames(frames, { text, pause: parts.pause }, signal);
    };
    const done = run().catch((error: unknown) => {
      // Nothing depends on what was shown; the reply leaves by itself.
      if (!signal.aborted)
        parts.log.warn("an answer could not be shown growing", { chat: place, error });
    });
    running.set(of.turn, { over, done });
  };

  const end = async (turn: string): Promise<void> => {
    const stream = running.get(turn);
    stream?.over.abort();
    await stream?.done;
    running.delete(turn);
  };

  return {
    async settle(turn) {
      settled.add(turn);
      const [first] = settled;
      if (settled.size > MOST_SETTLED && first !== undefined) settled.delete(first);
      await end(turn);
    },
    async show(address, events, of) {
      let seen = NOTHING_SEEN;
      const over = new AbortController();
      const typing = showTyping(address, parts, over.signal);
      if (of) begin(address, of, () => seen.text);
      try {
        for await (const event of events) if (of) seen = seeTurn(seen, event, of.turn);
      } finally {
        over.abort();
        if (of) await end(of.turn);
        await typing;
      }
      if (of && seen.isSilent) await placeholders.remove(of.turn);
    },
  };
}
