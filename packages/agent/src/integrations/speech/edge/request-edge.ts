import type { IncomingMessage } from "node:http";
import { Fault } from "@reeve/sdk";
import { MAX_AUDIO_BYTES } from "../../speech.ts";
import { createHash } from "node:crypto";

/** Token of the browser's own client; it is the same for everyone. */
export const EDGE_TOKEN = "6A5AA1D4EAFF4E9FB37E23D68491D6F4";

/** Seconds from 1601, the Windows epoch, to 1970. */
const WINDOWS_EPOCH_S = 11_644_473_600n;

const STEP_S = 300n;

const TICKS_A_SECOND = 10_000_000n;

/** URL of the voices of Edge's own reader. */
export const EDGE_URL =
  "wss://speech.platform.bing.com/consumer/speech/synthesize/readaloud/edge/v1";

const BROWSER = "143.0.3650.75";
const ORIGIN = "chrome-extension://jdiccldimpdaibmpdkjnbmckianbfold";
const FORMAT = "webm-24khz-16bit-mono-opus";
const MAX_FRAME_BYTES = 1024 * 1024;
/** Close code of the service for an unknown voice. */
const UNSUPPORTED = 1007;

export interface EdgeRequest {
  readonly url: string;
  /** SSML. */
  readonly markup: string;
  /** Time of the service's clock in Unix milliseconds. */
  readonly now: number;
  /** Ids of 32 hexadecimal digits each, unique. */
  readonly ids: { readonly connection: string; readonly request: string; readonly machine: string };
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type EdgeAnswer =
  | { readonly type: "audio"; readonly data: Buffer }
  /** The service refused the connection; its clock may differ. */
  | { readonly type: "refused"; readonly status: number; readonly date: string | undefined };

/** Synthesizes one text. Rejects with a fault; the connection is closed in any case. */
export async function requestEdge(request: EdgeRequest): Promise<EdgeAnswer> {
  const { url, signal, timeoutMs, now, ids } = request;
  const query = new URLSearchParams({
    TrustedClientToken: EDGE_TOKEN,
    "Sec-MS-GEC": secMsGec(now),
    "Sec-MS-GEC-Version": `1-${BROWSER}`,
    ConnectionId: ids.connection,
  });
  const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswer>();
  const time = AbortSignal.timeout(timeoutMs);
  const ending = AbortSignal.any([signal, time]);
  // Before anything waits, so that nobody hears of a failure too late.
  const { WebSocket } = await import("ws");
  if (ending.aborted) throw stopped(request);
  const socket = new WebSocket(`${url}?${query.toString()}`, {
    headers: headersOf(ids.machine),
    maxPayload: MAX_FRAME_BYTES,
    followRedirects: false,
  });
  const parts: Buffer[] = [];
  let bytes = 0;

  const stop = () => reject(stopped(request));
  ending.addEventListener("abort", stop, { once: true });
  socket.on("unexpected-response", (_request, response: IncomingMessage) => {
    const { statusCode = 0, headers } = response;
    resolve({ type: "refused", status: statusCode, date: headers.date });
  });
  socket.on("error", (cause) => reject(unreachable(cause)));
  socket.on("close", (code, reason) => reject(closedEarly(code, reason.toString())));
  socket.on("open", () => {
    socket.send(configFrame(now));
    socket.send(markupFrame(request));
  });
  socket.on("message", (message, isBinary) => {
    const frame = toBuffer(message);
    if (!isBinary) {
      if (/^Path:\s*turn\.end\s*$/im.test(headOf(frame)))
        resolve({ type: "audio", data: Buffer.concat(parts) });
      return;
    }
    const audio = audioOf(frame);
    bytes += audio.length;
    if (bytes > MAX_AUDIO_BYTES) reject(tooLong());
    else parts.push(audio);
  });
  return promise.finally(() => {
    ending.removeEventListener("abort", stop);
    socket.terminate();
  });
}

function headersOf(machine: string): Readonly<Record<string, string>> {
  const major = BROWSER.split(".")[0] ?? "";
  return {
    origin: ORIGIN,
    "user-agent":
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
      `Chrome/${major}.0.0.0 Safari/537.36 Edg/${major}.0.0.0`,
    "accept-language": "en-US,en;q=0.9",
    pragma: "no-cache",
    "cache-control": "no-cache",
    cookie: `muid=${machine.toUpperCase()};`,
  };
}

function configFrame(now: number): string {
  const metadataoptions = { sentenceBoundaryEnabled: "false", wordBoundaryEnabled: "false" };
  const audio = { metadataoptions, outputFormat: FORMAT };
  return (
    `X-Timestamp:${timestampOf(now)}\r\nContent-Type:application/json; charset=utf-8\r\n` +
    `Path:speech.config\r\n\r\n${JSON.stringify({ context: { synthesis: { audio } } })}`
  );
}

function markupFrame({ ids, now, markup }: EdgeRequest): string {
  return (
    `X-RequestId:${ids.request}\r\nContent-Type:application/ssml+xml\r\n` +
    `X-Timestamp:${timestampOf(now)}Z\r\nPath:ssml\r\n\r\n${markup}`
  );
}

/** Formats the time as a browser with London's winter time does. */
function timestampOf(now: number): string {
  const [weekday = "", day = "", month = "", year = "", time = ""] = new Date(now)
    .toUTCString()
    .split(/,? /);
  return `${weekday} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
}

function toBuffer(message: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(message)) return Buffer.concat(message);
  return Buffer.isBuffer(message) ? message : Buffer.from(message);
}

function headOf(frame: Buffer): string {
  const text = frame.toString();
  const end = text.indexOf("\r\n\r\n");
  return end === -1 ? text : text.slice(0, end);
}

/**
 * A frame is the length of its header in two bytes, the header, and audio if the header says so.
 */
function audioOf(frame: Buffer): Buffer {
  const length = frame.length < 2 ? 0 : frame.readUInt16BE(0);
  const head = frame.toString("utf8", 2, 2 + length);
  return /^Path:\s*audio\s*$/im.test(head) ? frame.subarray(2 + length) : Buffer.alloc(0);
}

const LATER = "Try again later, or choose another speech.tts.provider.";

function stopped({ signal, timeoutMs }: EdgeRequest): Fault {
  if (signal.aborted) return new Fault("aborted", "Speech synthesis was cancelled.");
  const seconds = timeoutMs / 1000;
  return new Fault(
    "unavailable",
    `Edge's speech service did not respond within ${seconds} seconds.`,
    {
      hint: LATER,
    },
  );
}

function unreachable(cause: Error): Fault {
  return new Fault("unavailable", "Cannot reach Edge's speech service.", { hint: LATER, cause });
}

function closedEarly(code: number, reason: string): Fault {
  if (code === UNSUPPORTED)
    return new Fault(
      "invalid",
      `Edge's speech service rejected the request: ${reason || "no reason given"}.`,
      {
        hint: 'Use another voice, such as "en-GB-RyanNeural": check speech.voice and speech.voices.',
      },
    );
  const message = `Edge's speech service closed the connection with code ${code}: ${reason || "no reason given"}.`;
  return new Fault("unavailable", message, { hint: LATER });
}

function tooLong(): Fault {
  return new Fault(
    "unavailable",
    `Edge's speech service sent more than ${MAX_AUDIO_BYTES} bytes.`,
    {
      hint: "Shorten the text.",
    },
  );
}

/**
 * Returns the proof that a request is from the current five minutes: a digest of them and the
 * token. `now` in Unix milliseconds.
 */
export function secMsGec(now: number): string {
  const seconds = BigInt(Math.floor(now / 1000)) + WINDOWS_EPOCH_S;
  const ticks = (seconds - (seconds % STEP_S)) * TICKS_A_SECOND;
  return createHash("sha256").update(`${ticks}${EDGE_TOKEN}`).digest("hex").toUpperCase();
}
