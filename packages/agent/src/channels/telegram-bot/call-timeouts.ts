import { type Api, HttpError, InputFile, type Transformer } from "grammy";

/** Type of the abort signal that grammY takes. */
export type ApiSignal = NonNullable<Parameters<Api["getMe"]>[0]>;

/** Maximum duration of a call in seconds. Long polling alone takes half a minute. */
const TIMEOUT_SECONDS = 60;

/**
 * Maximum duration of a call that carries a file, in seconds. A Bot API server answers when it has
 * passed the file on to Telegram. The tools that send videos and documents wait for ten minutes.
 */
export const UPLOAD_TIMEOUT_SECONDS = 540;

/** Aborts calls that carry no file earlier than the others. */
export const limitCalls: Transformer = async (call, method, payload, signal) => {
  if (carriesFile(payload)) return call(method, payload, signal);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_SECONDS * 1000);
  const stops = signal instanceof AbortSignal ? [signal, timeout.signal] : [timeout.signal];
  const stop = AbortSignal.any(stops);
  try {
    return await call(method, payload, isApiSignal(stop) ? stop : undefined);
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    const late = new Error(`Request to '${method}' timed out after ${TIMEOUT_SECONDS} seconds`);
    throw new HttpError(late.message, late);
  } finally {
    clearTimeout(timer);
  }
};

/** Its type belongs to a library for older runtimes, which only listens to it, as to any signal. */
export function isApiSignal(signal: unknown): signal is ApiSignal {
  return signal instanceof AbortSignal;
}

/** Returns whether a call's payload has a file in it, at any depth. */
function carriesFile(value: unknown): boolean {
  if (value instanceof InputFile) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(carriesFile);
}
