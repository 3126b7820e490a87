import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { z } from "zod";
import { attempt } from "../../kernel/attempt.ts";
import { Secret } from "../../platform/secret.ts";
import { createPlatformApi } from "./platform-api.ts";

const problem = z.object({ error: z.string(), wait: z.number().optional() });

/** A platform that refuses the first calls but `/read` with these waits, and then accepts all. */
async function openPlatform(...waits: readonly number[]) {
  const left = [...waits];
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? "");
    const wait = request.url === "/read" ? undefined : left.shift();
    const answer = wait === undefined ? {} : { error: "too many", wait };
    response.writeHead(wait === undefined ? 200 : 429).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  let now = 0;
  const timers: (() => void)[] = [];
  const api = createPlatformApi({
    title: "Example",
    section: "channels.example",
    urlSetting: "baseUrl",
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    accessToken: new Secret("secret"),
    problemIn(value) {
      const { error, wait } = problem.parse(value);
      return { text: error, waitMs: wait };
    },
    time: {
      clock: { now: () => now },
      after: (ms, work) =>
        void timers.push(() => {
          now += ms;
          work();
        }),
    },
  });
  return {
    api,
    calls,
    /** Lets the time pass for which calls wait. Returns the time. */
    async pass() {
      await expect.poll(() => timers.length).toBe(1);
      timers.shift()?.();
      return now;
    },
    timers,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const { signal } = new AbortController();
const answer = z.unknown();

test("while a platform asks to wait nothing is written, and reading goes on", async () => {
  await using platform = await openPlatform(3000);
  const { api, calls } = platform;
  const first = api.ask(answer, { path: "first", body: {}, signal });
  await expect.poll(() => platform.timers.length).toBe(1);
  const second = api.ask(answer, { path: "second", body: {}, signal });
  await api.ask(answer, { path: "read", signal });
  expect(calls).toEqual(["/first", "/read"]);
  await platform.pass();
  await Promise.all([first, second]);
  expect(calls.toSorted()).toEqual(["/first", "/first", "/read", "/second"]);
});

test("a wait of more than a minute is an error with the platform's words", async () => {
  await using platform = await openPlatform(61_000);
  const call = await attempt(platform.api.ask(answer, { path: "first", body: {}, signal }));
  expect(call).toMatchObject({
    reason: { code: "unavailable", message: "Example refused a request: too many" },
  });
});

test("after a wait that is too long, other calls wait no more than a minute", async () => {
  await using platform = await openPlatform(600_000);
  const { api, calls } = platform;
  await expect(api.ask(answer, { path: "first", body: {}, signal })).rejects.toThrow("too many");
  const second = api.ask(answer, { path: "second", body: {}, signal });
  expect(await platform.pass()).toBe(60_000);
  await second;
  expect(calls).toEqual(["/first", "/second"]);
});

test("files and calls with a limit of their own hold up no others", async () => {
  await using platform = await openPlatform(3000, 3000);
  const { api } = platform;
  const join = api.ask(answer, { path: "join", body: {}, limit: "joins", signal });
  const file = api.download({ path: "file", maxBytes: 99, signal });
  await expect.poll(() => platform.calls.toSorted()).toEqual(["/file", "/join"]);
  await expect.poll(() => platform.timers.length).toBe(1);
  await api.ask(answer, { path: "read", signal });
  await api.ask(answer, { path: "write", body: {}, signal });
  await platform.pass();
  await Promise.all([join, file]);
  expect(platform.calls.slice(2, 4)).toEqual(["/read", "/write"]);
});

test("a call that is given up while it waits is not sent", async () => {
  await using platform = await openPlatform(3000);
  const stop = new AbortController();
  const call = platform.api.ask(answer, { path: "first", body: {}, signal: stop.signal });
  await expect.poll(() => platform.timers.length).toBe(1);
  stop.abort(new Error("given up"));
  await expect(call).rejects.toThrow("given up");
  await platform.pass();
  expect(platform.calls).toEqual(["/first"]);
});
