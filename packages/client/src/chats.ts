import { type LogEntry, logEntry } from "@reeve/operations/agent/log";
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

/** An `EventSource` that is opened again where the server refuses it, until `signal` aborts. */
interface Following {
  readonly target: URL;
  readonly on: Readonly<Record<string, (message: Event) => void>>;
  /** Default: true. */
  readonly isRepeated?: boolean;
  readonly signal: AbortSignal;
}

function followEvents(following: Following): { close(): void } {
  const { target, on, isRepeated = true, signal } = following;
  const source = new EventSource(target);
  const stop = () => source.close();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  for (const [name, listen] of Object.entries(on)) source.addEventListener(name, listen);
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED || !isRepeated || signal.aborted) return;
    signal.removeEventListener("abort", stop);
    setTimeout(() => signal.aborted || followEvents(following), RETRY_MS);
  });
  return { close: stop };
}

/** Time between two attempts in milliseconds, where the server refuses the stream. */
const RETRY_MS = 2000;

/** Calls back when something happens in a chat that the person can read, and on each connection. */
export function followChanges({
  url,
  onChange,
  signal,
}: Pick<FollowOptions, "url" | "signal"> & { readonly onChange: () => void }): void {
  const on = { open: onChange, "agent.stream.change": onChange };
  followEvents({ target: new URL("/v1/live", url), on, signal });
}

export interface FollowLogOptions extends Pick<FollowOptions, "url" | "signal" | "onOpen"> {
  readonly onEntry: (entry: LogEntry) => void;
}

/** Follows the agent's log. What is written while the connection is lost is not repeated. */
export function followLog({ url, onOpen, onEntry, signal }: FollowLogOptions): void {
  const on = {
    open: () => onOpen?.(),
    "agent.log.entry": (message: Event) => onEntry(logEntry.parse(dataOf(message))),
  };
  followEvents({ target: new URL("/v1/log/live", url), on, signal });
}

const EVENT_NAMES = streamEventSchema.options.map(({ shape }) => shape.event.value);

/**
 * Follows a chat in a browser, signed in by its cookie. After a break, `EventSource` continues where it was;
 * a stream that the server refuses starts again.
 */
export function followChat(chat: string, options: FollowOptions): void {
  const { url, turn, onOpen, onEvent, onLost, signal } = options;
  const target = new URL(`/v1/sessions/${encodeURIComponent(chat)}/events`, url);
  if (turn !== undefined) target.searchParams.set("turn", turn);
  const receive = (name: string) => (message: Event) => {
    const id = message instanceof MessageEvent ? message.lastEventId : "";
    const event = streamEventSchema.parse({ event: name, id, data: dataOf(message) });
    if (turn !== undefined && event.event === "agent.stream.complete") source.close();
    onEvent(event);
  };
  const source = followEvents({
    target,
    on: {
      ...Object.fromEntries(EVENT_NAMES.map((name) => [name, receive(name)])),
      open: () => onOpen?.(),
      error: () => onLost?.(),
    },
    isRepeated: turn === undefined,
    signal,
  });
}

function dataOf(message: Event): unknown {
  return message instanceof MessageEvent ? JSON.parse(String(message.data)) : undefined;
}
