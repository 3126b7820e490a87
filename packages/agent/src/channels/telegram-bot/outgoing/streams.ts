import type { TurnRef } from "../../../core/outbound.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { isDirectChat, parseChat } from "../chat-address.ts";
import { isOfChat, isUnknownMethod } from "../telegram-fault.ts";
import { createDraftFrames } from "./draft-frames.ts";
import { createEditFrames } from "./edit-frames.ts";
import type { RichSwitch } from "./deliver-text.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import type { Placeholders } from "./placeholders.ts";
import { runPreview, type PreviewSource } from "./run-preview.ts";
import type { Target } from "./send-piece.ts";
import { NOTHING_SEEN, seeTurn } from "./seen-turn.ts";
import { showTyping } from "./typing.ts";

/** How turns are shown while they run. */
export interface Streams {
  show(address: Address, events: AsyncIterable<LiveEvent>, of?: TurnRef): Promise<void>;
  /** Resolves once nothing more is shown of a turn: its reply leaves now. */
  settle(turn: string): Promise<void>;
  /** What people have last seen of a turn's answer, in Markdown; undefined where that was nothing. */
  shownOf(turn: string): string | undefined;
}

/** What has been replied to is remembered for as long as a late beginning could come. */
const MAX_SETTLED = 500;

/** Of so many turns it is known what people have seen: a reply leaves right after they end. */
const MAX_SHOWN = 100;

/** What was to be removed by then stays. */
const MAX_REMOVAL_MS = 30_000;

interface Running {
  readonly over: AbortController;
  readonly done: Promise<void>;
}

export function createStreams(
  deps: OutgoingDeps & { readonly rich: RichSwitch },
  placeholders: Placeholders,
): Streams {
  const running = new Map<string, Running>();
  const settled = new Set<string>();
  const seenOf = new Map<string, string>();

  const keepShown = (turn: string, text: string): void => {
    if (text.trim() === "") return;
    seenOf.delete(turn);
    seenOf.set(turn, text);
    const [first] = seenOf.keys();
    if (seenOf.size > MAX_SHOWN && first !== undefined) seenOf.delete(first);
  };

  const draw = async (
    of: { readonly target: Target; readonly turn: string },
    showing: PreviewSource,
  ): Promise<void> => {
    const { target } = of;
    const { signal } = target;
    if (isDirectChat(target) && deps.rich.isOn()) {
      const [drafted] = await Promise.allSettled([
        runPreview(createDraftFrames(of, deps), showing, signal),
      ]);
      if (drafted?.status !== "rejected") return;
      if (isOfChat(drafted.reason)) throw drafted.reason;
      if (isUnknownMethod(drafted.reason)) deps.rich.turnOff();
      deps.log.info("telegram does not support drafts", {
        chat: target.chat,
        error: drafted.reason,
      });
    }
    await runPreview(createEditFrames(of, { ...deps, placeholders }), showing, signal);
  };

  const begin = (address: Address, of: TurnRef, text: () => string): void => {
    if (settled.has(of.turn)) return;
    const { externalId } = address;
    const over = new AbortController();
    const { signal } = over;
    const run = async () => {
      const target = await resolveTarget({ externalId, of, signal }, deps);
      const shown = (seen: string) => keepShown(of.turn, seen);
      await draw({ target, turn: of.turn }, { text, shown, pause: deps.pause });
    };
    const done = run().catch((error: unknown) => {
      // Nothing depends on what was shown; the reply leaves by itself.
      if (!signal.aborted)
        deps.log.warn("failed to update reply preview", { chat: externalId, error });
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
    shownOf: (turn) => seenOf.get(turn),
    async settle(turn) {
      settled.add(turn);
      const [first] = settled;
      if (settled.size > MAX_SETTLED && first !== undefined) settled.delete(first);
      await end(turn);
    },
    async show(address, events, of) {
      let seen = NOTHING_SEEN;
      const over = new AbortController();
      const typing = showTyping(address, deps, over.signal);
      if (of) begin(address, of, () => seen.text);
      try {
        for await (const event of events) if (of) seen = seeTurn(seen, event, of.turn);
      } finally {
        over.abort();
        if (of) await end(of.turn);
        await typing;
      }
      if (!of || !seen.isSilent) return;
      const chat = await deps.moved.reach(parseChat(address.externalId).chat);
      const signal = AbortSignal.timeout(MAX_REMOVAL_MS);
      await placeholders.remove(of.turn, { chat, signal });
    },
  };
}
