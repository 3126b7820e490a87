import { type StreamEvent, streamEventSchema } from "@reeve/operations/stream-events";
import { z } from "zod";
import { type HttpOptions, readAnswer } from "./http.ts";

/** A message to the agent. */
export interface OutgoingMessage {
  /** A session's id, the name of an API chat, or `own`. */
  readonly chat: string;
  /** Chosen by the client: the same message sent twice is accepted once. */
  readonly message: string;
  readonly text: string;
  readonly files?: readonly OutgoingFile[] | undefined;
}

export interface OutgoingFile {
  readonly name: string;
  /** As browsers name it: `application/pdf`. */
  readonly mediaType?: string;
  /** Content in base64. */
  readonly data: string;
  /** A voice message: it counts as the person's words. */
  readonly voice?: boolean;
}

const receipt = z.looseObject({
  message: z.string(),
  turn: z.string().nullable(),
  status: z.string(),
  reason: z.string().optional(),
});

/** The stored message: its id, its turn if it has one, and its state. */
export type MessageReceipt = z.output<typeof receipt>;

/** Sends a message and returns as soon as it is stored. Rejects with the agent's fault if it is refused. */
export async function sendMessage(
  { chat, message, text, files }: OutgoingMessage,
  { url, headers, fetch: send = fetch }: HttpOptions,
): Promise<MessageReceipt> {
  const response = await send(new URL(`/v1/sessions/${encodeURIComponent(chat)}/turns`, url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ message, text, wait: false, ...(files && { files }) }),
  });
  return receipt.parse(await readAnswer(response));
}

export interface FollowOptions {
  readonly url: string;
  /** Only this turn, from its start to its end, once. Absent: everything that happens from now on. */
  readonly turn?: string | undefined;
  /** Called on each connection, also after a break. What happened meanwhile follows. */
  readonly onOpen?: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** Called when the connection breaks. It is tried again until `signal` aborts. */
  readonly onLost?: () => void;
  readonly signal: AbortSignal;
}

/** Calls back when something happens in a chat that the person can read, and on each connection. */
export function followChanges({
  url,
  onChange,
  signal,
}: Pick<FollowOptions, "url" | "signal"> & { readonly onChange: () => void }): void {
  if (signal.aborted) return;
  const source = new EventSource(new URL("/v1/live", url));
  const stop = () => source.close();
  signal.addEventListener("abort", stop, { once: true });
  source.addEventListener("open", onChange);
  source.addEventListener("agent.stream.change", onChange);
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED || signal.aborted) return;
    signal.removeEventListener("abort", stop);
    setTimeout(() => followChanges({ url, onChange, signal }), RETRY_MS);
  });
}

const EVENT_NAMES = streamEventSchema.options.map(({ shape }) => shape.event.value);

/** Time between two attempts in milliseconds, where the server refuses the stream. */
const RETRY_MS = 2000;

/**
 * Follows a chat in a browser, signed in by its cookie. After a break, `EventSource` continues where it was;
 * a stream that the server refuses starts again.
 */
export function followChat(chat: string, options: FollowOptions): void {
  const { url, turn, onOpen, onEvent, onLost, signal } = options;
  if (signal.aborted) return;
  const target = new URL(`/v1/sessions/${encodeURIComponent(chat)}/events`, url);
  if (turn !== undefined) target.searchParams.set("turn", turn);
  const source = new EventSource(target);
  const stop = () => source.close();
  signal.addEventListener("abort", stop, { once: true });
  source.addEventListener("open", () => onOpen?.());
  source.addEventListener("error", () => {
    onLost?.();
    if (source.readyState !== EventSource.CLOSED || turn !== undefined || signal.aborted) return;
    signal.removeEventListener("abort", stop);
    setTimeout(() => followChat(chat, options), RETRY_MS);
  });
  for (const name of EVENT_NAMES)
    source.addEventListener(name, (message) => {
      if (!(message instanceof MessageEvent)) return;
      const { data, lastEventId } = message;
      const event = streamEventSchema.parse({
        event: name,
        id: lastEventId,
        data: JSON.parse(String(data)),
      });
      if (turn !== undefined && event.event === "agent.stream.complete") source.close();
      onEvent(event);
    });
}
