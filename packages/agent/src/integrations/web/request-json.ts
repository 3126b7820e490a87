import { Fault } from "@reeve/sdk";
import type { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";

export interface JsonRequest<Schema extends z.ZodType> {
  /** Name of the provider, as shown to people. */
  readonly provider: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; without one the request is a GET. */
  readonly body?: unknown;
  /** Schema of the response. */
  readonly schema: Schema;
  /** Hint for the case that the provider denies access. */
  readonly deniedHint: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to a provider and validates the response. Every failure is a fault with a hint.
 */
export async function requestJson<Schema extends z.ZodType>(
  url: URL,
  request: JsonRequest<Schema>,
): Promise<z.output<Schema>> {
  const { provider, schema } = request;
  const { status, text } = await send(url, request).catch(explainFailure(request));
  if (status < 200 || status >= 300) throw faultOf(status, request);
  const answer = schema.safeParse(parseJson(text)?.value);
  if (answer.success) return answer.data;
  throw new Fault("unavailable", `${provider} did not return search results.`, {
    hint: "Ask the owner to check the settings under `web`.",
    cause: answer.error,
  });
}

async function send(
  url: URL,
  { headers, body, signal, timeoutMs }: JsonRequest<z.ZodType>,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    // A key is sent only to the host it was configured for.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: { accept: "application/json", ...headers },
    ...(body !== undefined && {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, text: await response.text() };
}

function explainFailure({
  provider,
  signal,
  timeoutMs,
}: JsonRequest<z.ZodType>): (cause: unknown) => never {
  return (cause) => {
    if (signal.aborted) throw new Fault("aborted", "The search was cancelled.", { cause });
    const isSlow = cause instanceof Error && cause.name === "TimeoutError";
    const what = isSlow
      ? `did not respond within ${timeoutMs / 1000} seconds`
      : "could not be reached";
    throw new Fault("unavailable", `${provider} ${what}.`, {
      hint: "Try again later. If the problem persists, ask the owner to check the settings under `web`.",
      cause,
    });
  };
}

function faultOf(status: number, { provider, deniedHint }: JsonRequest<z.ZodType>): Fault {
  const message = `${provider} returned status ${status}.`;
  if (status === 401 || status === 403) return new Fault("denied", message, { hint: deniedHint });
  // Tavily answers 432 and 433 when the plan is used up, Brave 402.
  if ([402, 429, 432, 433].includes(status)) {
    return new Fault("exhausted", message, {
      hint: "The provider's limit has been reached. Wait before the next search, or continue without it.",
    });
  }
  if (status >= 500) return new Fault("unavailable", message, { hint: "Try again later." });
  return new Fault("invalid", message, { hint: "Use a shorter and simpler query." });
}
