import OpenAI, { APIError } from "openai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { type RunningGateway, startGateway } from "./kit/http/start-gateway.ts";
import { attempt } from "../src/kernel/attempt.ts";

let gateway: RunningGateway;
let held: ReturnType<typeof heldAnswer>;
beforeEach(async () => {
  held = heldAnswer({ text: "Well…" });
  gateway = await startGateway({
    model: scriptedModel(() => held.answer),
    http: { rates: { perMinute: 2 } },
  });
});
afterEach(async () => {
  held.letGo();
  const { bugs } = gateway;
  await gateway[Symbol.asyncDispose]();
  expect(bugs).toEqual([]);
});

function clientOf(apiKey: string) {
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 });
}

const hello = { model: "reeve", messages: [{ role: "user" as const, content: "hello" }] };

/** Returns the error that the client throws. */
async function failureOf(asked: Promise<unknown>) {
  const settled = await attempt(asked);
  const error: unknown = settled?.status === "rejected" ? settled.reason : undefined;
  if (!(error instanceof APIError)) throw new Error(`not an API error: ${String(error)}`);
  const { status, type, code, param } = error;
  return { kind: error.constructor.name, status, type, code, param, message: error.message };
}

test("a wrong token is an AuthenticationError", async () => {
  expect(await failureOf(clientOf("rv_wrong").models.list())).toEqual({
    kind: "AuthenticationError",
    status: 401,
    type: "authentication_error",
    code: "invalid_api_key",
    param: null,
    message:
      "401 The token or browser session is invalid, expired or revoked. Create a new token: reeve tokens create <name>. For a browser: reeve open",
  });
});

test("too little a scope is a PermissionDeniedError", async () => {
  const token = await gateway.token({ scopes: ["read"] });
  expect(await failureOf(clientOf(token).chat.completions.create(hello))).toMatchObject({
    kind: "PermissionDeniedError",
    status: 403,
    type: "permission_error",
    code: "insufficient_permissions",
  });
});

test("a request that says nothing is a BadRequestError, streamed or not", async () => {
  const { chat } = clientOf(await gateway.token());
  for (const stream of [false, true])
    expect(
      await failureOf(chat.completions.create({ model: "reeve", messages: [], stream })),
    ).toMatchObject({
      kind: "BadRequestError",
      status: 400,
      type: "invalid_request_error",
      code: "invalid",
      message: expect.stringContaining("messages"),
    });
});

test("a model that is not there is a NotFoundError", async () => {
  const { models } = clientOf(await gateway.token());
  expect(await failureOf(models.retrieve("gpt-5"))).toMatchObject({
    kind: "NotFoundError",
    code: "model_not_found",
    message: '404 Unknown model: "gpt-5". Use reeve.',
  });
});

test("who asks too often gets a RateLimitError", async () => {
  const { models } = clientOf(await gateway.token());
  await models.list();
  await models.list();
  expect(await failureOf(models.list())).toMatchObject({
    kind: "RateLimitError",
    status: 429,
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
  });
});

test("a stream that cannot go on ends with an error that the client throws", async () => {
  const { chat } = clientOf(await gateway.token());
  const stream = await chat.completions.create({ ...hello, stream: true });
  const read = async () => {
    for await (const { choices } of stream) if (choices[0]?.delta.content) gateway.streams.close();
  };
  expect(await failureOf(read())).toMatchObject({ type: "server_error", code: "unavailable" });
});

test("only what speaks that form fails in it", async () => {
  const asked = await Promise.all(
    ["/v1/models", "/v1/me"].map((path) => gateway.fetch(new Request(`${gateway.url}${path}`))),
  );
  const told = asked.map(({ status, headers }) => [
    status,
    headers.get("content-type"),
    headers.get("www-authenticate"),
    headers.get("x-content-type-options"),
  ]);
  expect(told).toEqual([
    [401, "application/json", 'Bearer realm="reeve"', "nosniff"],
    [401, "application/problem+json", 'Bearer realm="reeve"', "nosniff"],
  ]);
});
