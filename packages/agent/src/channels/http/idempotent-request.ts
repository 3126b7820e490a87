import { createHash } from "node:crypto";
import { Fault } from "@reeve/sdk";
import type { IdempotentRequest, Idempotency } from "../../core/idempotency.ts";
import { digestOf } from "../../kernel/text/json.ts";
import type { GatewayCaller, Route } from "./route.ts";

/** A request that names an Idempotency-Key. */
export interface KeyedRequest {
  readonly caller: Pick<GatewayCaller, "id" | "person">;
  readonly route: Pick<Route, "method" | "repeat">;
  readonly url: URL;
  /** Key that the client chose. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** Answers a request once, however often it is sent with the same key. */
export type RunOnce = (
  request: KeyedRequest,
  answer: (key: string) => Promise<Response>,
) => Promise<Response>;

const MAX_KEY_LENGTH = 255;

export function createIdempotentRequests(repeats: Idempotency): RunOnce {
  const inFlight = new Map<string, string>();

  /** Under the keys and digests of one request. */
  const answerKeyed = async (
    { caller, route }: KeyedRequest,
    { key, request }: { readonly key: string; readonly request: string },
    answer: (key: string) => Promise<Response>,
  ): Promise<Response> => {
    const before = await repeats.find(key);
    if (before && before.request !== request) throw standsForAnother();
    if (before?.answer) return replay(before.answer);
    if (before && route.repeat !== "again") throw isNotStored(route);

    const response = await answer(key);
    if (!response.ok || before) return response;
    const kept = await toStored(response, route);
    const { tenant, id: person } = caller.person;
    await repeats.save(key, { request, answer: kept }, { tenant, person });
    return response;
  };

  return async (keyed, answer) => {
    const { caller, route, url, bytes } = keyed;
    if (keyed.key.length < 1 || keyed.key.length > MAX_KEY_LENGTH)
      throw new Fault("invalid", `An Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`);
    const key = digestOf([caller.id, route.method, url.pathname, keyed.key]);
    const request = digestOf([url.search, createHash("sha256").update(bytes).digest("hex")]);
    const known = inFlight.get(key);
    if (known !== undefined) throw known === request ? isStillAnswered() : standsForAnother();

    inFlight.set(key, request);
    return answerKeyed(keyed, { key, request }, answer).finally(() => inFlight.delete(key));
  };
}

/**
 * Returns the part of a response to store for repeats; null if it holds a secret or is not JSON.
 */
async function toStored(
  response: Response,
  { repeat }: KeyedRequest["route"],
): Promise<IdempotentRequest["answer"]> {
  const type = response.headers.get("content-type");
  if ((repeat ?? "answer") !== "answer") return null;
  if (response.body && type !== "application/json") return null;
  return { status: response.status, body: await response.clone().text() };
}

function replay({ status, body }: NonNullable<IdempotentRequest["answer"]>): Response {
  const headers = { "idempotency-replayed": "true" };
  if (body === "") return new Response(null, { status, headers });
  return new Response(body, {
    status,
    headers: { ...headers, "content-type": "application/json" },
  });
}

function isStillAnswered(): Fault {
  return new Fault("conflict", "A request with this Idempotency-Key is already in progress.", {
    hint: "Wait for its response, or retry in a moment.",
  });
}

function standsForAnother(): Fault {
  return new Fault("conflict", "This Idempotency-Key was already used for a different request.", {
    hint: "Use a new key for each request. A retry must have the same body.",
  });
}

function isNotStored({ repeat }: KeyedRequest["route"]): Fault {
  const why =
    repeat === "never" ? "contains a secret that is shown only once" : "is no longer stored";
  return new Fault("conflict", `This request was already completed; its response ${why}.`, {
    hint: "Check the result of the first request. To send another request, use a new Idempotency-Key.",
  });
}
