import type { ClientChats } from "../../../core/client-chats.ts";
import type { InboxId } from "../../../kernel/ids.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { type Answer, toAnswer } from "./answer.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { ChatStream } from "./chat-stream.ts";
import type { Position } from "./position.ts";
import type { Batch, StreamEntry } from "./stream-entry.ts";

export interface TrackReplyOptions {
  readonly address: Address;
  readonly stream: Pick<ChatStream, "listen">;
  readonly conversations: Pick<ClientChats, "statusOf" | "usageOf" | "facts">;
  /** Position up to which events are known already. */
  readonly from: Position;
  readonly message: InboxId;
  /** Turn that has already taken the message in. */
  readonly turn?: string | undefined;
  /** Stops waiting; the turn continues. */
  readonly signal: AbortSignal;
  /** Resolves as soon as the message waits for a model that is down. Default: keeps waiting. */
  readonly endsAtOutage?: boolean | undefined;
  /** Last event of the turn, if it has ended. */
  readonly end?: number | undefined;
  /** Receives the events of the message as they happen. */
  readonly onEntries?: (entries: readonly StreamEntry[]) => void;
  /**
   * Interval in milliseconds at which to check whether the message was withdrawn, which emits no
   * event. Default: 2 s.
   */
  readonly lookMs?: number;
}

/** Reason why tracking ended: the message has its answer, the listener left, or the agent stops. */
export type TrackedReply =
  | { readonly type: "answer"; readonly answer: Answer }
  /** The model is down, and the caller does not wait for it. */
  | { readonly type: "waiting"; readonly outage: TurnWaiting }
  | { readonly type: "left" }
  | { readonly type: "ended" };

export type TurnWaiting = Extract<LiveEvent, { type: "turn-waiting" }>;

/** Resolves once a message has its answer, or will get none. */
export async function trackReply(options: TrackReplyOptions): Promise<TrackedReply> {
  const { stream, conversations, message, signal } = options;
  const events: LiveEvent[] = [];
  const over = Promise.withResolvers<"answer" | "settled" | "left" | "ended" | TurnWaiting>();
  const leave = () => over.resolve("left");
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  const looking = setInterval(() => {
    const looked = conversations.statusOf(message);
    looked.then(
      (fate) => fate?.isSettled && fate.turn === null && over.resolve("settled"),
      over.reject,
    );
  }, options.lookMs ?? LOOK_MS);
  try {
    const listening = await stream.listen(options.from, {
      take: collector({
        ...options,
        events,
        onAnswer: () => over.resolve("answer"),
        onWaiting: (outage) => over.resolve(outage),
      }),
      end: () => over.resolve("ended"),
    });
    const how = await over.promise.finally(() => listening[Symbol.dispose]());
    if (how === "left" || how === "ended") return { type: how };
    if (typeof how === "object") return { type: "waiting", outage: how };
    if (how === "settled") return { type: "answer", answer: await settled(options) };
    const end = events.at(-1);
    const used = end?.type === "turn-end" ? await conversations.usageOf(end.turn) : undefined;
    return { type: "answer", answer: toAnswer(message, { events, used }) };
  } finally {
    clearInterval(looking);
    signal.removeEventListener("abort", leave);
  }
}

const LOOK_MS = 2000;

/** Collects the events of the message, up to its answer. */
function collector({
  message,
  turn,
  events,
  onEntries,
  endsAtOutage = false,
  end,
  onAnswer,
  onWaiting,
}: TrackReplyOptions & {
  readonly events: LiveEvent[];
  readonly onAnswer: () => void;
  readonly onWaiting: (outage: TurnWaiting) => void;
}) {
  const concernOf = followMessage(message, turn);
  let isOver = false;
  return ({ entries }: Batch): void => {
    const own: StreamEntry[] = [];
    for (const entry of entries) {
      if (isOver) break;
      const concern = concernOf(entry.event);
      // The turn that requested the approval also lists who answered it.
      if (concern !== "other" || entry.event.type === "approval-decision") events.push(entry.event);
      if (concern !== "other") own.push(entry);
      isOver = concern === "answer";
    }
    if (own.length > 0) onEntries?.(own);
    if (isOver) return onAnswer();
    // Whatever turn it is: a message behind it waits, too. What an ended turn waited for is past.
    // The same commit may say so in the chat.
    const { event: last } = entries.findLast(({ event }) => event.type !== "said") ?? {};
    if (endsAtOutage && end === undefined && last?.type === "turn-waiting") onWaiting(last);
  };
}

/** Returns the answer to a message that ended without a turn: a command, or a withdrawn message. */
async function settled({
  conversations,
  address,
  from,
  message,
}: TrackReplyOptions): Promise<Answer> {
  const fate = await conversations.statusOf(message);
  if (fate?.state === "answered")
    return answerOfCommand(message, { conversations, address, since: from.seq });
  return {
    message,
    turn: null,
    status: "withdrawn",
    response: "",
    approvals: [],
    ...(fate?.reason && { reason: fate.reason }),
  };
}

/** Returns the answer to a command. Searches the events from `since` on. */
export async function answerOfCommand(
  message: InboxId,
  {
    conversations,
    address,
    since,
  }: Pick<TrackReplyOptions, "conversations" | "address"> & { readonly since: number },
): Promise<Answer> {
  for await (const fact of conversations.facts(address, since))
    if (fact.type === "said" && fact.about === message)
      return toAnswer(message, { events: [fact] });
  return { message, turn: null, status: "answered", response: "", approvals: [] };
}

/** Relation of an event to a message: unrelated, part of its turn, or its answer. */
type Concern = "other" | "own" | "answer";

/**
 * Tells which events of a chat belong to the handling of one message: to its turn, including a
 * running turn that it joined and a turn that was restarted after an interruption. Pass the events
 * in order, and the turn if it is already `known`.
 */
function followMessage(message: string, known?: string): (event: LiveEvent) => Concern {
  let turn = known;
  return (event) => {
    switch (event.type) {
      case "message-accepted":
        return event.message === message ? "own" : "other";
      case "turn-start":
      case "messages-joined":
        if (event.messages.includes(message)) turn = event.turn;
        return event.turn === turn ? "own" : "other";
      case "said":
        return event.about === message ? "answer" : "other";
      case "approval-vote":
      case "approval-decision":
      case "tools-change":
        return "other";
      case "turn-end":
        if (event.turn !== turn) return "other";
        return event.outcome === "interrupted" ? "own" : "answer";
      default:
        return event.turn === turn ? "own" : "other";
    }
  };
}
