import { expect, test } from "vitest";
import { classifyFailure } from "./classify-failure.ts";

const clock = { now: () => Date.UTC(2026, 10, 21, 12, 0, 0) };

function response(statusCode: number, body: string, headers: Record<string, string> = {}) {
  const facts = { statusCode, responseBody: body, responseHeaders: headers };
  return Object.assign(new Error("refused"), facts);
}

test.each([
  [400, "shape"],
  [401, "auth"],
  [402, "auth"],
  [403, "auth"],
  [404, "auth"],
  [408, "timeout"],
  [413, "overflow"],
  [422, "shape"],
  [429, "rate"],
  [500, "server"],
  [502, "server"],
  [503, "overloaded"],
  [529, "overloaded"],
])("status %i is of kind %s", (status, kind) => {
  expect(classifyFailure(response(status, "{}"), clock)).toMatchObject({ kind, status });
});

test("a rate limit in tokens is not an overflow", () => {
  const body = "Rate limit: please reduce the length of the messages";
  expect(classifyFailure(response(429, body), clock).kind).toBe("rate");
});

test("a refusal for what is asked is not one for how", () => {
  const body = '{"error":{"code":"content_filter"}}';
  expect(classifyFailure(response(400, body), clock)).toMatchObject({
    kind: "refused",
    code: "denied",
    retryable: false,
  });
});

test.each([
  [{ "retry-after": "7" }, "", 7000],
  [{ "retry-after-ms": "250", "retry-after": "7" }, "", 250],
  [{ "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT" }, "", 30_000],
  [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, "", 0],
  [{ "retry-after": "soon" }, "", undefined],
  [{}, '{"error":{"details":[{"retryDelay": "1.5s"}]}}', 1500],
  [{}, "", undefined],
])("reads how long to wait from %o %s", (headers, body, retryAfterMs) => {
  expect(classifyFailure(response(429, body, headers), clock).retryAfterMs).toBe(retryAfterMs);
});

test("errors inside a stream go by their type, and by their words only for an overflow", () => {
  const kindOf = (failure: unknown) => classifyFailure(failure, clock).kind;
  expect(kindOf({ type: "overloaded_error", message: "Overloaded" })).toBe("overloaded");
  expect(kindOf({ code: "rate_limit_exceeded", message: "slow" })).toBe("rate");
  expect(kindOf({ type: "invalid_request_error", message: "prompt is too long" })).toBe("overflow");
  expect(kindOf({ code: "something_new", message: "oops" })).toBe("server");
  expect(kindOf(new TypeError("terminated"))).toBe("network");
  expect(classifyFailure("just words", clock).message).toBe("just words");
});
