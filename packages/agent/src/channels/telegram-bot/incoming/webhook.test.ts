import type { Update } from "grammy/types";
import { expect, test } from "vitest";
import { createTelegramWebhook } from "./webhook.ts";

const update = { update_id: 7 };

function openHook(take: ((one: Update) => Promise<void>) | undefined) {
  const failures: unknown[] = [];
  const route = createTelegramWebhook({
    secret: "s3cret",
    take: () => take,
    log: { warn: (_sentence, fields) => void failures.push(fields?.["error"]) },
  });
  const call = (body: string, { secret = "s3cret", method = "POST" } = {}) =>
    route.answer({
      method,
      headers: { "x-telegram-bot-api-secret-token": secret },
      query: new URLSearchParams(),
      body: Buffer.from(body),
    });
  return { call, failures };
}

test("an update is acknowledged once it was taken in", async () => {
  const taken: Update[] = [];
  const { call } = openHook(async (one) => void taken.push(one));
  expect(await call(JSON.stringify(update))).toEqual({ status: 200 });
  expect(taken).toEqual([update]);
});

test("one that cannot be taken in is not acknowledged, and comes again", async () => {
  const error = new Error("disk full");
  const { call, failures } = openHook(() => Promise.reject(error));
  expect(await call(JSON.stringify(update))).toEqual({ status: 500 });
  expect(failures).toEqual([error]);
});

test("who does not know the secret is refused, whatever they send", async () => {
  const taken: Update[] = [];
  const { call } = openHook(async (one) => void taken.push(one));
  const answers = [
    await call(JSON.stringify(update), { secret: "" }),
    await call(JSON.stringify(update), { secret: "s3cre" }),
    await call(JSON.stringify(update), { secret: "s3creT" }),
    await call("", { method: "GET" }),
  ].map(({ status }) => status);
  expect([answers, taken]).toEqual([[401, 401, 401, 405], []]);
});

test("what is no update is let go, and while nobody listens Telegram is told to wait", async () => {
  const { call } = openHook(async () => {});
  expect([await call("{"), await call("[]"), await call('{"update_id":"7"}')]).toEqual([
    { status: 200 },
    { status: 200 },
    { status: 200 },
  ]);
  expect(await openHook(undefined).call(JSON.stringify(update))).toEqual({
    status: 503,
    headers: { "retry-after": "5" },
  });
});
