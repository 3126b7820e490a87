import type { FaultCode } from "@reeve/sdk";
import type { OutageCause } from "../kernel/outage.ts";
import type { ModelError, ModelErrorKind } from "./model.ts";

const CODES: Readonly<Record<ModelErrorKind, FaultCode>> = {
  auth: "denied",
  rate: "exhausted",
  overloaded: "unavailable",
  server: "unavailable",
  network: "unavailable",
  timeout: "unavailable",
  overflow: "exhausted",
  shape: "invalid",
  refused: "denied",
  aborted: "aborted",
};

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  "rate",
  "overloaded",
  "server",
  "network",
  "timeout",
]);

export interface ModelErrorDetails {
  readonly message: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** An error of a kind, with the code and the chance of a retry that go with it. */
export function modelError(kind: ModelErrorKind, details: ModelErrorDetails): ModelError {
  return { code: CODES[kind], kind, retryable: RETRYABLE.has(kind), ...details };
}

/** Whether the same request may succeed a little later. */
export function isRetryable({ retryable, code }: ModelError): boolean {
  return retryable ?? code === "unavailable";
}

/** Whether the provider, not the request, is to blame: another one may answer. */
export function isOutage(error: ModelError): boolean {
  return isRetryable(error) || error.kind === "auth";
}

const CREDIT = /insufficient_quota|insufficient credit|credit balance|billing/i;

/** Returns why a model is down, for people. */
export function outageCause({ kind, status, message }: ModelError): OutageCause {
  if (kind === "auth") {
    if (status === 402 || CREDIT.test(message)) return "credit";
    return status === 404 ? "model" : "key";
  }
  if (kind === "rate") return CREDIT.test(message) ? "credit" : "rate";
  if (kind === "overloaded" || kind === "timeout" || kind === "network") return kind;
  return "server";
}
