import { refusalOf, type WhatsAppClient, type WhatsAppContent } from "../api.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import { createLanes } from "../../../platform/keyed-queue.ts";
import {
  formatMark,
  formatRecord,
  isFurther,
  parseMark,
  parseRecord,
  type SentRecord,
} from "./sent-record.ts";
import { type Courier, deliverPieces } from "../../kit/delivery/deliver-pieces.ts";

export interface Sending {
  /** Identifies the message permanently: it is sent once, however often it is requested. */
  readonly key: string;
  readonly to: string;
  /** Called only if the message has to be sent. */
  readonly content: () => Promise<WhatsAppContent>;
  readonly signal: AbortSignal;
}

/** A status of one of our messages. */
export interface SentMessage {
  readonly mark: string;
  readonly message: string;
  readonly state: SentRecord["state"];
}

/** Messages that we sent, and their states. */
export interface SentMessages {
  /** Sends a message; returns Meta's id. Rejects like the client. */
  send(sending: Sending): Promise<string>;
  /** Takes a status. Returns the record of its message if the status is new. */
  record(told: SentMessage): Promise<SentRecord | undefined>;
  /**
   * Sends a message again after the attempt with this mark failed. Does nothing if its content is
   * unknown.
   */
  again(mark: string, signal: AbortSignal): Promise<void>;
  /**
   * Gives up a message whose attempt with this mark failed: deletes its content, and ignores
   * repeats of the failure.
   */
  abandon(mark: string): Promise<void>;
}

export interface SentMessagesDeps {
  readonly client: Pick<WhatsAppClient, "send">;
  readonly state: ChannelState;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Time in milliseconds to wait for a status that confirms a message. WhatsApp does not deduplicate
 * by our ids.
 */
const STATUS_MS = 10_000;

export function createSentMessages({
  client,
  state: memory,
  pause,
}: SentMessagesDeps): SentMessages {
  const lanes = createLanes();
  /** A second request for a message that is being sent waits for the first one. */
  const sendings = createLanes();
  const waiting = new Map<string, () => void>();
  const read = async (key: string) => parseRecord(await memory.get(keyOf(key)));
  const keep = async (key: string, sent: SentRecord) => {
    await memory.set(keyOf(key), formatRecord(sent), { externalId: sent.to });
    return sent;
  };
  const change = (key: string, how: (known: SentRecord | undefined) => SentRecord | undefined) =>
    lanes.run(key, async () => {
      const known = await read(key);
      const next = how(known);
      return next === undefined || next === known ? known : keep(key, next);
    });

  /** Returns the message's id if it turns out that it was sent. */
  const findOut = async (key: string, signal: AbortSignal): Promise<string | undefined> => {
    const over = new AbortController();
    waiting.set(key, () => over.abort());
    const known = await read(key);
    if (known?.message === undefined && known?.state === "sending")
      await pause(STATUS_MS, AbortSignal.any([signal, over.signal]));
    waiting.delete(key);
    signal.throwIfAborted();
    return (await read(key))?.message;
  };

  /**
   * Restores the earlier record after a refused attempt, because an earlier attempt may have been
   * sent. Returns the message's id if it has become known meanwhile.
   */
  const discard = (key: string, before: SentRecord | undefined): Promise<string | undefined> =>
    lanes.run(key, async () => {
      const known = await read(key);
      if (known?.message !== undefined) return known.message;
      await (before ? keep(key, before) : memory.delete(keyOf(key)));
      return undefined;
    });

  const courierOf = (
    { key, to, content, signal }: Sending,
    { tries, isUnsettled }: { readonly tries: number; readonly isUnsettled: boolean },
  ): Courier<Sending["content"], string> => {
    const ids: string[] = [];
    let before: SentRecord | undefined;
    let made: WhatsAppContent | undefined;
    return {
      log: {
        ids,
        isUnsettled,
        async start() {
          const ready = await content();
          made = ready;
          before = await lanes.run(key, async () => {
            const known = await read(key);
            if (!isThere(known, tries))
              await keep(key, { to, content: ready, tries, state: "sending" });
            return known;
          });
          return isThere(before, tries) ? before.message : undefined;
        },
        refused: () => discard(key, before),
        async sent(message) {
          ids.push(message);
          await change(key, (known) => {
            if (!known) return { to, tries, message, state: "accepted" };
            if (known.message === message) return known;
            const state = isFurther("accepted", known.state) ? "accepted" : known.state;
            return { ...known, message, state };
          });
        },
      },
      recover: () => findOut(key, signal),
      async post() {
        if (!made) throw new Error("the content is not ready");
        return client.send({ to, content: made, mark: formatMark(key, tries) }, signal);
      },
      isRefusal: (error) => refusalOf(error) !== undefined,
    };
  };

  const sendOnce = async (sending: Sending): Promise<string> => {
    const known = await read(sending.key);
    if (known?.message !== undefined) return known.message;
    const isUnsettled = known?.state === "sending";
    const courier = courierOf(sending, { tries: known?.tries ?? 0, isUnsettled });
    const [message = ""] = await deliverPieces([sending.content], courier);
    return message;
  };

  const sendAgain = async (mark: string, signal: AbortSignal): Promise<void> => {
    const { key, tries } = parseMark(mark);
    const known = await read(key);
    // The next attempt has been made already, or is in progress.
    const isUnsettled = known?.state === "sending" && known.tries === tries + 1;
    if (!known?.content || (known.tries !== tries && !isUnsettled)) return;
    const { to, content: stored } = known;
    const content = async () => stored;
    const courier = courierOf({ key, to, content, signal }, { tries: tries + 1, isUnsettled });
    await deliverPieces([content], courier);
  };

  return {
    send: (sending) => sendings.run(sending.key, () => sendOnce(sending)),
    again: (mark, signal) => sendings.run(parseMark(mark).key, () => sendAgain(mark, signal)),
    async record({ mark, message, state }) {
      const { key, tries } = parseMark(mark);
      let isNews = false;
      const known = await change(key, (before) => {
        if (!before || before.tries !== tries) return undefined;
        // Report a failure again if its consequences could not be stored.
        const isToldAgain = state === "failed" && before.state === state;
        const isOver = state === "failed" && before.isGivenUp;
        isNews = !isOver && (isToldAgain || isFurther(state, before.state));
        if (!isFurther(state, before.state)) return undefined;
        const { content, ...rest } = before;
        return { ...rest, ...(state === "failed" && content && { content }), message, state };
      });
      if (isNews) waiting.get(key)?.();
      return isNews ? known : undefined;
    },
    async abandon(mark) {
      const { key, tries } = parseMark(mark);
      await change(key, (known) => {
        // It is unknown whether the next attempt was sent.
        if (!known || known.tries < tries || known.tries > tries + 1) return undefined;
        const { content: _content, ...rest } = known;
        return { ...rest, isGivenUp: true };
      });
    },
  };
}

/** Returns whether a status has confirmed this very attempt. */
function isThere(
  known: SentRecord | undefined,
  tries: number,
): known is SentRecord & { readonly message: string } {
  return known?.tries === tries && known.message !== undefined;
}

function keyOf(key: string): string {
  return `sent:${key}`;
}
