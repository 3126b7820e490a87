import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { z } from "zod";

/** Messages of Node's own `fetch`, and of its `https` module. */
const FETCHED = "undici:request:headers";
const REQUESTED = "http.client.response.finish";

const fetched = z.object({
  request: z.object({ origin: z.union([z.string(), z.instanceof(URL)]) }),
  response: z.object({ headers: z.array(z.instanceof(Uint8Array)) }),
});
const requested = z.object({
  request: z.object({ protocol: z.literal("https:") }),
  response: z.object({ headers: z.object({ date: z.string() }) }),
});

/** Passes on the time that each server names in the `Date` field of a response over TLS (RFC 9110, 6.6.1). */
export function onServerTime(listener: (time: number) => void): Disposable {
  const pass = (date: string | undefined) => {
    const time = Date.parse(date ?? "");
    if (!Number.isNaN(time)) listener(time);
  };
  const onFetched = (message: unknown) => {
    const { data } = fetched.safeParse(message);
    if (data && String(data.request.origin).startsWith("https:"))
      pass(dateIn(data.response.headers));
  };
  const onRequested = (message: unknown) => {
    pass(requested.safeParse(message).data?.response.headers.date);
  };
  subscribe(FETCHED, onFetched);
  subscribe(REQUESTED, onRequested);
  return {
    [Symbol.dispose]() {
      unsubscribe(FETCHED, onFetched);
      unsubscribe(REQUESTED, onRequested);
    },
  };
}

/** Names and values take turns in the list. */
function dateIn(headers: readonly Uint8Array[]): string | undefined {
  const texts = headers.map((header) => Buffer.from(header).toString("latin1"));
  const at = texts.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === "date");
  return at === -1 ? undefined : texts[at + 1];
}
