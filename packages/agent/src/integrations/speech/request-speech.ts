import { setTimeout as sleep } from "node:timers/promises";
import { Fault, isFault } from "@reeve/sdk";

export interface SpeechRequest {
  /** The provider, as people call it. */
  readonly provider: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData;
  /** An answer that is larger is refused before all of it is read. */
  readonly maxBytes: number;
  /** The section of the config that people should look at. */
  readonly section: "speech.stt" | "speech.tts";
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly data: Buffer;
  /** How long a provider that is asked too often wants to be left alone. */
  readonly waitMs?: number | undefined;
}

const QUOTED_CHARS = 200;
/** How often a provider is asked again that wants to be left alone, and for how long at most. */
const MAX_WAITS = 2;
const MAX_WAIT_MS = 20_000;

/**
 * Asks a provider and gives what it answered, again where it asks to wait for some seconds. Whatever goes
 * wrong is a fault that says what to do; its message quotes the provider, so it is for logs and owners.
 */
export async function requestSpeech(url: string, request: SpeechRequest): Promise<Buffer> {
  for (let waits = 0; ; waits += 1) {
    const answer = await send(url, request).catch(explainFailure(request));
    const { status, data, waitMs } = answer;
    if (status >= 200 && status < 300) return data;
    if (waitMs === undefined || waitMs > MAX_WAIT_MS || waits >= MAX_WAITS)
      throw faultOf(answer, request);
    await sleep(waitMs, undefined, { signal: request.signal }).catch(explainFailure(request));
  }
}

async function send(
  url: string,
  { headers, body, signal, timeoutMs, ...request }: SpeechRequest,
): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    // A key goes to the host it was given for, and nowhere else.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers,
    body,
  });
  const { status, headers: told } = response;
  const waitMs = status === 429 ? readSeconds(told.get("retry-after")) : undefined;
  return { status, data: await readAll(response, request), waitMs };
}

function readSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,5}(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : undefined;
}

async function readAll(
  response: Response,
  { maxBytes, provider }: Pick<SpeechRequest, "maxBytes" | "provider">,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new Fault("unavailable", `${provider} returned more than ${maxBytes} bytes.`, {
        hint: "Shorten the text or the recording.",
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function explainFailure({
  provider,
  section,
  signal,
  timeoutMs,
}: SpeechRequest): (cause: unknown) => never {
  return (cause) => {
    if (signal.aborted) throw new Fault("aborted", "The request was cancelled.", { cause });
    if (isFault(cause)) throw cause;
    const isSlow = cause instanceof Error && cause.name === "TimeoutError";
    const what = isSlow
      ? `did not respond within ${timeoutMs / 1000} seconds`
      : "could not be reached";
    throw new Fault("unavailable", `${provider} ${what}.`, {
      hint: `Try again later. If the problem persists, check ${section}.baseUrl.`,
      cause,
    });
  };
}

function faultOf({ status, data }: Answer, { provider, section }: SpeechRequest): Fault {
  const said = data.toString("utf8", 0, QUOTED_CHARS).replaceAll(/\s+/g, " ").trim();
  const message = `${provider} returned status ${status}: ${said || "nothing"}`;
  if (status === 401 || status === 403)
    return new Fault("denied", message, { hint: `Check ${section}.apiKey and its permissions.` });
  if (status === 402)
    return new Fault("exhausted", message, { hint: "Add credit, or raise the provider's limit." });
  if (status === 429)
    return new Fault("unavailable", message, { hint: "Wait, or raise the provider's limit." });
  if (status === 404)
    return new Fault("missing", message, {
      hint: `Check ${section}.model and ${section}.baseUrl.`,
    });
  if (status >= 500 || status === 408)
    return new Fault("unavailable", message, { hint: "Try again later." });
  return new Fault("invalid", message, {
    hint: `Change the request, or check ${section}.model.`,
  });
}
