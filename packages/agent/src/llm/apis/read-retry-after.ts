import type { Clock } from "../../kernel/clock.ts";

/** Google says it in the body. */
const RETRY_DELAY = /"retryDelay":\s*"([\d.]+)s"/;

export interface RefusedResponse {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** How long a provider asks to wait, in milliseconds; undefined when it does not say. */
export function readRetryAfter(
  { headers, body }: RefusedResponse,
  clock: Clock,
): number | undefined {
  const millis = Number(headers["retry-after-ms"]);
  if (Number.isFinite(millis)) return millis;
  const after = headers["retry-after"];
  if (typeof after === "string") return readHeader(after, clock);
  const delay = RETRY_DELAY.exec(body)?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}

/** Seconds, or a date. */
function readHeader(text: string, clock: Clock): number | undefined {
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}
