import type { TurnRef } from "../../../core/outbound.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { showUntil } from "../../kit/show-while.ts";
import { isDirectChat, isInlineChat, parseBusinessChat, parseChat } from "../chat-address.ts";
import { isOfChat, isUnknownMethod } from "../telegram-fault.ts";
import { createDraftFrames } from "./draft-frames.ts";
import type { RichSwitch } from "./deliver-text.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import type { Placeholders } from "./placeholders.ts";
import { type LivePreview, type PreviewSource, runPreview } from "./run-preview.ts";
import { editInto, type Target } from "./send-piece.ts";
import { renderPreview } from "./render-preview.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Telegram shows it for five seconds. */
const LEASE_MS = 4500;

/** So long after it was shown already; an answer in between has taken it away. */
const RETRY_MS = 1000;

const NOTHING_SEEN: SeenTurn = { text: "", step: -1, isSilent: false };

/** Telegram lets a bot change less in a group, where all see it. */
const DIRECT_MS = 1500;

const GROUP_MS = 3000;

const DOTS = { type: "text", text: "…", entities: [] } as const;

/** Previews of running turns. */
export interface Streams {
  show(address: Address, events: AsyncIterable<LiveEvent>, of?: TurnRef): Promise<void>;
  /** Ends the preview of a turn and resolves once it has ended: the reply is sent next. */
  settle(turn: string): Promise<void>;
  /**
   * Returns the Markdown of the turn's reply that people saw last; undefined if they saw nothing.
   */
  shownOf(turn: string): string | undefined;
}

/** Number of answered turns to remember, because a late start event could arrive. */
const MAX_SETTLED = 500;

/**
 * Number of turns whose last shown text is remembered: their replies are sent right after they end.
 */
const MAX_SHOWN = 100;

/** Time in milliseconds after which a removal is given up. */
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
      const drafted = await attempt(runPreview(createDraftFrames(of, deps), showing, signal));
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
      // The preview is not essential; the reply is sent separately.
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
      if (isInlineChat(address.externalId)) return;
      let seen = NOTHING_SEEN;
      const over = new AbortController();
      const { chat: named, topic } = parseChat(address.externalId);
      const reach = () => deps.moved.reach(named);
      const typing = showUntil(over.signal, {
        everyMs: LEASE_MS,
        retryMs: RETRY_MS,
        pause: deps.pause,
        show: async () => deps.client.act({ chat: await reach(), topic, action: "typing" }),
      });
      // The other person would see the account type and change its messages.
      const hasPreview = !parseBusinessChat(named);
      if (of && hasPreview) begin(address, of, () => seen.text);
      try {
        for await (const event of events) if (of) seen = seeTurn(seen, event, of.turn);
      } finally {
        over.abort();
        if (of) await end(of.turn);
        await typing;
      }
      if (!of || !seen.isSilent) return;
      const signal = AbortSignal.timeout(MAX_REMOVAL_MS);
      await placeholders.remove(of.turn, { chat: await reach(), signal });
    },
  };
}

/** Frames for every program of Telegram: a message of three dots that changes. */
function createEditFrames(
  { target, turn }: { readonly target: Target; readonly turn: string },
  { client, placeholders }: Pick<OutgoingDeps, "client"> & { readonly placeholders: Placeholders },
): LivePreview {
  let message: number | undefined;
  return {
    intervalMs: isDirectChat(target) ? DIRECT_MS : GROUP_MS,
    draw: (text) => renderPreview(text) ?? (message === undefined ? DOTS : undefined),
    async show(frame) {
      message ??= await placeholders.open(turn, target);
      if (frame === DOTS) return true;
      return editInto(frame, { ...target, message, sending: "frame" }, client);
    },
  };
}

/** Visible state of a running turn. */
interface SeenTurn {
  /** Text of the current model response, or of the last one. */
  readonly text: string;
  /** Step of `text`. */
  readonly step: number;
  /** Whether nothing follows, not even a reply. */
  readonly isSilent: boolean;
}

/** Returns the visible state after one more event. Ignores events of other turns. */
function seeTurn(seen: SeenTurn, event: LiveEvent, turn: string): SeenTurn {
  if (!("turn" in event) || event.turn !== turn) return seen;
  switch (event.type) {
    // A restarted step voids its text.
    case "think-start":
    case "text-reset":
      return event.step === seen.step ? { ...seen, text: "" } : seen;
    case "text-delta": {
      const before = event.step === seen.step ? seen.text : "";
      return { ...seen, step: event.step, text: before + event.delta };
    }
    // Only chats that want to see tool calls have these events.
    case "tool-start":
      return { ...seen, text: `${seen.text}\n\n⚙️ \`${event.name}\``.trimStart() };
    case "turn-end":
      return { ...seen, isSilent: event.reply.length === 0 };
    default:
      return seen;
  }
}
