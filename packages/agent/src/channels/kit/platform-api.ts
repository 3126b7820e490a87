import { Fault, isFault } from "@reeve/sdk";
import type { z } from "zod";
import { attempt } from "../../kernel/attempt.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { readUpTo } from "../../platform/read-limited.ts";
import type { Secret } from "../../platform/secret.ts";
import { createFloodGate, type FloodTime } from "./flood-gate.ts";

export interface ApiCall {
  /** Default: GET without a body, POST with one. */
  readonly method?: "PUT";
  /** Path behind the base URL, or the URL of a file elsewhere, which receives the token, too. */
  readonly path: string | URL;
  readonly query?: Readonly<Record<string, string>>;
  /** A form or a file; everything else is sent as JSON. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** Default: 30 seconds, and two minutes for forms and files. */
  readonly timeoutMs?: number | undefined;
  /**
   * Calls with the same limit wait together if the platform asks to wait. Default: files, and reading and
   * writing other than that.
   */
  readonly limit?: string;
  /** Purpose of the call, for error messages. Default: "a request". */
  readonly what?: string;
}

/** Explanation of a refusal. */
export interface ApiProblem {
  readonly text: string;
  /** The platform's own code; undefined if it gave none. */
  readonly code?: string | number | undefined;
  /** How long to wait before the call may be repeated, in milliseconds. */
  readonly waitMs?: number | undefined;
}

/** Call that a platform has not carried out. */
export interface ApiRefusal<Problem extends ApiProblem = ApiProblem> {
  readonly what: string;
  readonly status: number;
  readonly problem: Problem;
}

/** Refusal by a platform; the cause of Faults. */
class PlatformError extends Error {
  readonly status: number;
  readonly waitMs: number | undefined;

  constructor(status: number, { text, waitMs }: ApiProblem) {
    super(text);
    this.status = status;
    this.waitMs = waitMs;
  }
}

/** Returns whether a platform has rejected a call; after other errors it may have been carried out. */
export function isRefusal(error: unknown): boolean {
  const status = platformErrorOf(error)?.status;
  return status !== undefined && status < 500;
}

function platformErrorOf(error: unknown): PlatformError | undefined {
  const cause = isFault(error) ? error.cause : undefined;
  return cause instanceof PlatformError ? cause : undefined;
}

export interface PlatformApiDeps<Problem extends ApiProblem> {
  /** Name of the platform. */
  readonly title: string;
  /** URL without a slash at the end. */
  readonly baseUrl: string;
  readonly accessToken: Secret;
  /** Section of the settings, such as `channels.matrix`, and the name of the base URL in it. */
  readonly section: string;
  readonly urlSetting: string;
  /** Reads the body of a refusal; undefined for one that is not JSON. */
  readonly problemIn: (value: unknown, status: number) => Problem;
  /** Default: by the status. */
  readonly toFault?: (refusal: ApiRefusal<Problem>) => Fault;
  /** For platforms that say how long to wait. */
  readonly time?: FloodTime;
}

/** HTTP API of a platform that takes JSON and a bearer token. Calls reject with a `Fault`. */
export interface PlatformApi {
  ask<Answer extends z.ZodType>(answer: Answer, call: ApiCall): Promise<z.output<Answer>>;
  /** Like `ask`; undefined if the platform refuses, as it does for things that do not exist. */
  find<Answer extends z.ZodType>(
    answer: Answer,
    call: ApiCall,
  ): Promise<z.output<Answer> | undefined>;
  /** Downloads a file. Rejects with `invalid` if it is larger than `maxBytes`. */
  download(call: ApiCall & { readonly maxBytes: number }): Promise<Uint8Array>;
}

const CALL_MS = 30_000;
const FILE_MS = 120_000;

/** Creates a client that waits for rate limits and retries nothing else: callers know what may be repeated. */
export function createPlatformApi<Problem extends ApiProblem>(
  deps: PlatformApiDeps<Problem>,
): PlatformApi {
  const { title, section, time } = deps;
  const gate = time && createFloodGate({ ...time, limits: [], waitMsOf });
  const toFault = deps.toFault ?? ((refusal) => faultOf(refusal, deps));

  const load = async ({ method, path, query, body, signal, ...call }: ApiCall) => {
    const url = path instanceof URL ? path : new URL(`${deps.baseUrl}/${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const isFile = isFileBody(body);
    const timeoutMs = call.timeoutMs ?? (isFile ? FILE_MS : CALL_MS);
    const response = await attempt(
      fetch(url, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          authorization: authorize(deps),
          ...(body !== undefined && !isFile && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
        // The token must not be sent to a redirect target.
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }),
    );
    if (response.status === "fulfilled") return response.value;
    throw toUnreached(response.reason, signal);
  };
  const toUnreached = (error: unknown, signal: AbortSignal) => {
    signal.throwIfAborted();
    return new Fault("unavailable", `Cannot reach ${title}: ${reasonOf(error)}`, {
      hint: `Check your network and ${section}.${deps.urlSetting}.`,
      cause: error,
    });
  };
  const read = async (response: Response, { signal }: ApiCall) => {
    const text = await attempt(response.text());
    if (text.status === "fulfilled") return parseJson(text.value)?.value;
    throw toUnreached(text.reason, signal);
  };
  const request = async (call: ApiCall): Promise<Response> => {
    const response = await load(call);
    if (response.ok) return response;
    const { status } = response;
    const problem = deps.problemIn(await read(response, call), status);
    throw toFault({ what: call.what ?? "a request", status, problem });
  };
  /** Returns the first response that is no rate limit. */
  const requestInTime = async (call: ApiCall): Promise<Response> => {
    const { signal, limit = limitOf(call) } = call;
    const response = await gate?.run({ chat: limit, sending: "final", signal }, () =>
      request(call),
    );
    return response ?? request(call);
  };
  const ask: PlatformApi["ask"] = async (answer, call) => {
    const given = answer.safeParse(await read(await requestInTime(call), call));
    if (given.success) return given.data;
    throw new Fault("unavailable", `${title} sent an answer that cannot be read.`, {
      hint: `Check ${section}.${deps.urlSetting}.`,
      cause: given.error,
    });
  };
  return {
    ask,
    async find(answer, call) {
      const found = await attempt(ask(answer, call));
      if (found.status === "fulfilled") return found.value;
      if (isRefusal(found.reason)) return undefined;
      throw found.reason;
    },
    async download({ maxBytes, ...call }) {
      const file = { timeoutMs: FILE_MS, what: "a file", limit: "files" };
      const response = await requestInTime({ ...file, ...call });
      const data = await attempt(readUpTo(response, maxBytes));
      if (data.status === "fulfilled") return data.value;
      throw isFault(data.reason) ? data.reason : toUnreached(data.reason, call.signal);
    },
  };
}

function isFileBody(body: unknown): body is Blob | FormData {
  return body instanceof Blob || body instanceof FormData;
}

function limitOf({ body }: ApiCall): string {
  if (isFileBody(body)) return "files";
  return body === undefined ? "reading" : "writing";
}

function waitMsOf(error: unknown): number | undefined {
  return platformErrorOf(error)?.waitMs;
}

function authorize({
  accessToken,
  title,
  section,
}: Pick<PlatformApiDeps<ApiProblem>, "accessToken" | "title" | "section">): string {
  const token = accessToken.reveal();
  // The error that `fetch` throws for an invalid header contains the header.
  if (/^[!-~]+$/.test(token)) return `Bearer ${token}`;
  throw new Fault("invalid", `The access token of ${title} contains invalid characters.`, {
    hint: `Copy it again, without line breaks or spaces: reeve config set ${section}.accessToken`,
  });
}

function faultOf(
  { what, status, problem }: ApiRefusal,
  { title, section }: { readonly title: string; readonly section: string },
): Fault {
  const cause = new PlatformError(status, problem);
  const text = `${title} refused ${what}: ${problem.text}`;
  if (status === 401)
    return new Fault("denied", text, {
      hint: `Create a new access token and set it: reeve config set ${section}.accessToken`,
      cause,
    });
  if (status === 403 || status === 404)
    return new Fault("missing", text, {
      hint: "Check that the agent's account is still in the chat and may post there.",
      cause,
    });
  if (status === 429 || status >= 500) return new Fault("unavailable", text, { cause });
  return new Fault("invalid", text, { cause });
}

/** Returns why the network failed, by the error's code if it has one: messages may contain secrets of the URL. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return code ?? (error.cause ? reasonOf(error.cause) : error.name);
}
