import { isFault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { isRecord } from "../../kernel/text/json.ts";
import { modelError } from "../model-error.ts";
import type { ModelError, ModelErrorKind } from "../model.ts";

/** Google says it in the body. */
const RETRY_DELAY = /"retryDelay":\s*"([\d.]+)s"/;

/**
 * Error texts of providers for a request that is too long. Their statuses do not distinguish it
 * from other invalid requests.
 */
const OVERFLOW = new RegExp(
  [
    "prompt (?:is )?too long",
    "request_too_large",
    "maximum context length",
    "context_length_exceeded",
    "context_window_exceeded",
    "(?:exceeds?|exceeded) (?:the |your )?(?:model )?(?:context window|token limit|available context)",
    "context window (?:exceeds|of this model)",
    "input token count.*exceeds",
    "maximum prompt length",
    "reduce the length of the (?:messages|prompt)",
    "too large for model with",
    "longer than the model'?s context",
    "greater than the context length",
    "max_new_tokens` must be <=",
    "range of input length",
  ].join("|"),
  "is",
);

const REFUSED = /content_policy|content_filter|content management policy|data_inspection_failed/i;

/** Kinds of errors inside a stream, which have no status, by the provider's type. */
const TYPES: Readonly<Record<string, ModelErrorKind>> = {
  overloaded_error: "overloaded",
  UNAVAILABLE: "overloaded",
  rate_limit_error: "rate",
  rate_limit_exceeded: "rate",
  RESOURCE_EXHAUSTED: "rate",
  authentication_error: "auth",
  permission_error: "auth",
  invalid_request_error: "shape",
  server_error: "server",
  api_error: "server",
  INTERNAL: "server",
};

/** Errors that the provider packages raise before a request is sent. */
const OURS: Readonly<Record<string, ModelErrorKind>> = {
  AI_LoadAPIKeyError: "auth",
  AI_InvalidPromptError: "shape",
  AI_InvalidArgumentError: "shape",
  AI_UnsupportedFunctionalityError: "shape",
  AI_TypeValidationError: "server",
  AI_JSONParseError: "server",
};

const MESSAGE_CHARS = 500;

/** Classifies a failure that a provider package threw or sent inside a stream. */
export function classifyFailure(failure: unknown, clock: Clock): ModelError {
  if (isFault(failure)) {
    const message = [failure.message, failure.hint].filter(Boolean).join(" ");
    return modelError(failure.code === "denied" ? "auth" : "shape", { message });
  }
  const facts = factsOf(failure);
  return modelError(kindOf(facts), {
    message: facts.message.slice(0, MESSAGE_CHARS),
    status: facts.status,
    retryAfterMs: readRetryAfter(facts, clock),
  });
}

interface Facts {
  readonly name: string;
  readonly message: string;
  /** Error types named in the stream. */
  readonly types: readonly string[];
  readonly status: number | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function factsOf(failure: unknown): Facts {
  const record = isRecord(failure) ? failure : {};
  const text = (key: string) => (typeof record[key] === "string" ? record[key] : "");
  const message = failure instanceof Error ? failure.message : text("message");
  const status = record["statusCode"];
  const headers = record["responseHeaders"];
  return {
    name: failure instanceof Error ? failure.name : "",
    message: message || (typeof failure === "string" ? failure : "The provider gave no reason."),
    types: [text("type"), text("code"), text("status")],
    status: typeof status === "number" ? status : undefined,
    body: text("responseBody"),
    headers: isRecord(headers) ? headers : {},
  };
}

function kindOf(facts: Facts): ModelErrorKind {
  const { status, name } = facts;
  const ours = OURS[name];
  if (ours) return ours;
  if (isOverflow(facts)) return "overflow";
  if (status !== undefined && status >= 400) return kindOfStatus(status, facts);
  const type = facts.types.map((word) => TYPES[word]).find((kind) => kind !== undefined);
  if (type) return type;
  return facts.types.some((word) => word !== "") ? "server" : "network";
}

function kindOfStatus(status: number, { body, message }: Facts): ModelErrorKind {
  if (status === 429) return "rate";
  if (status === 503 || status === 529) return "overloaded";
  if (status >= 500) return "server";
  if (status === 408) return "timeout";
  // 402: no credit, 404: no such model, or no access to it with this key.
  if ([401, 402, 403, 404].includes(status)) return "auth";
  return REFUSED.test(`${message}\n${body}`) ? "refused" : "shape";
}

function isOverflow({ status, message, body }: Facts): boolean {
  if (status === 429) return false;
  if (status === 413) return true;
  return OVERFLOW.test(`${message}\n${body}`);
}

interface RefusedResponse {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** How long a provider asks to wait, in milliseconds; undefined when it does not say. */
function readRetryAfter({ headers, body }: RefusedResponse, clock: Clock): number | undefined {
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
