/** Receives the bytes of an event stream. */
export interface EventSink {
  send(bytes: Uint8Array): void;
  /** Ends the stream. */
  end(): void;
  /** Aborts when the client disconnects, or was disconnected because it does not read. */
  readonly signal: AbortSignal;
}

export interface EventStreamOptions {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Calls back when the client loses access: then the stream ends. */
  readonly watch: (onLess: () => void) => Disposable;
  /**
   * Interval of heartbeats in milliseconds, which keep proxies from closing an idle connection.
   * Default: 15 s.
   */
  readonly heartbeatMs?: number | undefined;
}

/**
 * Maximum number of unread bytes before a client is disconnected; it reconnects with its last
 * position.
 */
const MAX_UNREAD_BYTES = 1024 * 1024;
const HEARTBEAT_MS = 15_000;

/**
 * Creates a `text/event-stream` response that `feed` fills. When `feed` resolves the stream ends;
 * when it rejects the connection breaks, and the client reconnects.
 */
export function respondWithEvents(
  feed: (sink: EventSink) => Promise<void>,
  { signal, watch, heartbeatMs = HEARTBEAT_MS }: EventStreamOptions,
): Response {
  const gone = new AbortController();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          if (gone.signal.aborted) return;
          gone.abort();
          controller.close();
        };
        const send = (bytes: Uint8Array) => {
          if (gone.signal.aborted) return;
          controller.enqueue(bytes);
          if ((controller.desiredSize ?? 0) < -MAX_UNREAD_BYTES) close();
        };
        const beating = setInterval(() => send(BEAT), heartbeatMs);
        const watching = watch(close);
        gone.signal.addEventListener("abort", () => {
          clearInterval(beating);
          watching[Symbol.dispose]();
        });
        signal.addEventListener("abort", close, { signal: gone.signal });
        if (signal.aborted) close();
        void feed({ send, end: close, signal: gone.signal }).then(close, (error: unknown) => {
          if (!gone.signal.aborted) controller.error(error);
          gone.abort();
        });
      },
      cancel: () => gone.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }),
  );
  return new Response(body, { headers: EVENT_STREAM_HEADERS });
}

const encoder = new TextEncoder();
const BEAT = encoder.encode(": still here\n\n");
/**
 * Beginning of a stream whose clients reconnect automatically: their delay. Clients of OpenAI's
 * format would take it for an event.
 */
export const SSE_RETRY = encoder.encode("retry: 1000\n\n");

/** Content type of server-sent events. */
export const EVENT_STREAM_TYPE = "text/event-stream";

const EVENT_STREAM_HEADERS = {
  "content-type": `${EVENT_STREAM_TYPE}; charset=utf-8`,
  "cache-control": "no-store",
  // Proxies such as nginx would buffer it.
  "x-accel-buffering": "no",
};
