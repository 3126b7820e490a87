import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { DiskFullFault } from "../src/kernel/store-fault.ts";
import { problemSchema } from "../src/channels/http/problem.ts";
import { upgradeAt } from "./kit/http/upgrade-at.ts";
import { defineOpenRoute, defineRoute, type Route } from "../src/channels/http/route.ts";
import { type Asked, openHttp, ORIGIN } from "./kit/http/open-http.ts";

const TAGS = ["test"];

/** Creates a route that records its requests, and responds with their number. */
function counter(own: Partial<Route> = {}) {
  const notes: unknown[] = [];
  const keys: unknown[] = [];
  const route = defineRoute({
    method: "POST",
    path: "/v1/test/notes",
    summary: "Notes something.",
    tags: TAGS,
    scope: "chat",
    query: z.object({ loud: z.boolean().default(false), many: z.array(z.int()).default([]) }),
    body: z.object({ text: z.string().min(1) }),
    answers: { 201: z.object({ count: z.int() }) },
    async run({ body }, { key }) {
      notes.push(body.text);
      keys.push(key);
      return { count: notes.length };
    },
  });
  return { notes, keys, route: { ...route, ...own } as Route };
}

function problemOf({ headers, body }: Asked) {
  expect(headers.get("content-type")).toBe("application/problem+json");
  const { status, code, detail } = problemSchema.strict().parse(body);
  return { status, code, detail };
}

test("a full disk is insufficient storage, not a limit of the caller's", async () => {
  const route = defineOpenRoute({
    method: "GET",
    path: "/v1/test/full",
    summary: "Fails.",
    tags: TAGS,
    scope: "open",
    answers: { 200: z.object({}) },
    run: async () => {
      throw new DiskFullFault(new Error("database or disk is full"));
    },
  });
  await using http = await openHttp({ routes: [route] });
  const { status, code, detail } = problemOf(await http.ask("GET", "/v1/test/full"));
  expect([status, code, detail]).toEqual([
    507,
    "exhausted",
    "The disk is full. Nothing was stored.",
  ]);
});

test("what goes wrong is told as a problem with its fault's code", async () => {
  const codes = [
    "invalid",
    "denied",
    "missing",
    "conflict",
    "exhausted",
    "unavailable",
    "aborted",
  ] as const;
  const routes = codes.map((code) =>
    defineOpenRoute({
      method: "GET",
      path: `/v1/test/fails/${code}`,
      summary: "Fails.",
      tags: TAGS,
      scope: "open",
      answers: { 204: null },
      run: async () => {
        throw new Fault(code, `It was ${code}.`, { hint: "Do better." });
      },
    }),
  );
  await using http = await openHttp({ routes });
  const told = await Promise.all(codes.map((code) => http.ask("GET", `/v1/test/fails/${code}`)));
  expect(told.map(({ status }) => status)).toEqual([400, 403, 404, 409, 429, 503, 499]);
  expect(told[2]?.body).toEqual({
    type: "/docs#missing",
    title: "The requested item does not exist",
    status: 404,
    detail: "It was missing.",
    hint: "Do better.",
    code: "missing",
    instance: "/v1/test/fails/missing",
  });
});

test("a bug tells nothing but an incident", async () => {
  const broken = defineOpenRoute({
    method: "GET",
    path: "/v1/test/broken",
    summary: "Breaks.",
    tags: TAGS,
    scope: "open",
    answers: { 204: null },
    run: async () => {
      throw new Error("the password is 1234");
    },
  });
  await using http = await openHttp({ routes: [broken] });
  const { status, body } = await http.ask("GET", "/v1/test/broken");
  expect(status).toBe(500);
  const { incident, detail, code } = problemSchema.parse(body);
  expect([code, detail]).toEqual([
    "bug",
    `Internal error. The owner can find the details in the log under incident ${incident}.`,
  ]);
  expect(JSON.stringify(body)).not.toContain("1234");
  expect(http.logged.filter(({ fields }) => fields["incident"] === incident)).toHaveLength(1);
});

test("every answer tells browsers to load and run nothing from elsewhere", async () => {
  await using http = await openHttp();
  for (const path of ["/docs", "/openapi.json", "/nowhere", "/v1/me"]) {
    const { headers } = await http.ask("GET", path);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'self';/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("access-control-allow-origin")).toBe(null);
  }
  const { body } = await http.ask("GET", "/docs");
  expect(body).not.toMatch(/<script|<style|style=|https?:/);
});

test("unknown paths, methods and media types are refused as what they are", async () => {
  const { route } = counter();
  await using http = await openHttp({ routes: [route] });
  const token = await http.token("chat");
  expect(problemOf(await http.ask("GET", "/v1/nowhere"))).toMatchObject({ status: 404 });
  const method = await http.ask("DELETE", "/v1/test/notes", { token });
  expect([problemOf(method).status, method.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  const headers = { "content-type": "text/plain" };
  const type = await http.ask("POST", "/v1/test/notes", { token, headers, body: "hello" });
  expect(problemOf(type)).toMatchObject({ status: 415, code: "invalid" });

  const options = await http.ask("OPTIONS", "/v1/me");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  const head = await http.ask("HEAD", "/v1/me", { token });
  expect([head.status, head.body]).toEqual([200, ""]);
});

test("what does not fit a route's schemas is refused before it runs", async () => {
  const { route, notes } = counter();
  await using http = await openHttp({ routes: [route] });
  const token = await http.token("chat");
  const post = (query: string, body: unknown) =>
    http.ask("POST", `/v1/test/notes${query}`, { token, body });
  for (const [query, body] of [
    ["", "{"],
    ["", { text: "" }],
    ["", {}],
    ["", undefined],
    ["?loud=yes", { text: "a" }],
    ["?many=1&many=x", { text: "a" }],
    ["?many=0x10", { text: "a" }],
  ] as const)
    expect([query, body, problemOf(await post(query, body)).status]).toEqual([query, body, 400]);
  expect(notes).toEqual([]);
  expect(await post("?loud=true&many=1&many=2", { text: "a" })).toMatchObject({
    status: 201,
    body: { count: 1 },
  });
});

test("a body that is too large is refused, whether or not its length is told", async () => {
  const { route, notes } = counter();
  await using http = await openHttp({ routes: [route], http: { maxBodyBytes: 1024 } });
  const token = await http.token("chat");
  const body = JSON.stringify({ text: "a".repeat(2000) });
  const told = { "content-length": String(body.length) };
  const one = await http.ask("POST", "/v1/test/notes", { token, body, headers: told });
  expect(problemOf(one)).toMatchObject({ status: 413, code: "invalid" });
  expect(problemOf(await http.ask("POST", "/v1/test/notes", { token, body }))).toMatchObject({
    status: 413,
  });
  expect(notes).toEqual([]);
});

test("a repeat under the same key gets the first answer, and nothing runs twice", async () => {
  const { route, notes, keys } = counter();
  await using http = await openHttp({ routes: [route] });
  const token = await http.token("chat");
  const other = await http.token("chat");
  const post = (text: string, key: string, by = token) =>
    http.ask("POST", "/v1/test/notes", {
      token: by,
      headers: { "idempotency-key": key },
      body: { text },
    });

  const first = await post("a", "k1");
  const again = await post("a", "k1");
  expect([first.body, again.body]).toEqual([{ count: 1 }, { count: 1 }]);
  expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([
    201,
    201,
    "true",
  ]);
  expect(problemOf(await post("b", "k1"))).toMatchObject({ status: 409, code: "conflict" });
  expect((await post("a", "k2")).body).toEqual({ count: 2 });
  expect((await post("a", "k1", other)).body).toEqual({ count: 3 });
  expect(notes).toEqual(["a", "a", "a"]);
  expect(new Set(keys).size).toBe(3);
  expect(problemOf(await post("a", "")).status).toBe(400);
});

test("of two requests under one key at the same time one is answered", async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { route, notes } = counter();
  const slow = {
    ...route,
    run: async (...args: Parameters<Route["run"]>) => {
      begun.resolve();
      await held.promise;
      return route.run(...(args as [never, never]));
    },
  } as Route;
  await using http = await openHttp({ routes: [slow] });
  const token = await http.token("chat");
  const post = (text: string) =>
    http.ask("POST", "/v1/test/notes", {
      token,
      headers: { "idempotency-key": "k" },
      body: { text },
    });
  const first = post("a");
  await begun.promise;
  expect(problemOf(await post("a"))).toMatchObject({ status: 409, code: "conflict" });
  expect(problemOf(await post("b"))).toMatchObject({ status: 409, code: "conflict" });
  held.resolve();
  expect((await first).body).toEqual({ count: 1 });
  expect((await post("a")).body).toEqual({ count: 1 });
  expect(notes).toEqual(["a"]);
});

test("what failed may be tried again under its key", async () => {
  let isDown = true;
  const { route, notes } = counter();
  const shaky = {
    ...route,
    run: async (...args: Parameters<Route["run"]>) => {
      if (isDown) throw new Fault("unavailable", "It is down.");
      return route.run(...(args as [never, never]));
    },
  } as Route;
  await using http = await openHttp({ routes: [shaky] });
  const token = await http.token("chat");
  const post = () =>
    http.ask("POST", "/v1/test/notes", {
      token,
      headers: { "idempotency-key": "k" },
      body: { text: "a" },
    });
  expect((await post()).status).toBe(503);
  isDown = false;
  expect((await post()).status).toBe(201);
  expect(notes).toEqual(["a"]);
});

test("a secret is told once: a repeat of its request is a conflict", async () => {
  await using http = await openHttp();
  const token = await http.token("admin");
  const post = () =>
    http.ask("POST", "/v1/tokens", {
      token,
      headers: { "idempotency-key": "k" },
      body: { name: "phone" },
    });
  const { body } = await post();
  const secret = z.object({ token: z.string() }).parse(body).token;
  expect(problemOf(await post())).toMatchObject({ status: 409 });
  const { items } = z
    .object({ items: z.array(z.object({ name: z.string() })) })
    .parse((await http.ask("GET", "/v1/tokens", { token })).body);
  expect(items.map(({ name }) => name).toSorted()).toEqual(["admin", "phone"]);
  expect(await http.dump()).not.toContain(secret.slice(-43));
});

test("a route that runs again under its key is handed the same one", async () => {
  const { route, keys } = counter({ repeat: "again" });
  await using http = await openHttp({ routes: [route] });
  const token = await http.token("chat");
  const post = (text: string) =>
    http.ask("POST", "/v1/test/notes", {
      token,
      headers: { "idempotency-key": "k" },
      body: { text },
    });
  await post("a");
  await post("a");
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(problemOf(await post("b")).status).toBe(409);
});

test("every answer is told to who counts them, by the path that was declared", async () => {
  await using http = await openHttp();
  const token = await http.token("admin");
  await http.ask("GET", "/v1/me", { token });
  await http.ask("DELETE", "/v1/tokens/x", { token });
  await http.ask("GET", "/v1/me");
  await http.ask("GET", "/nowhere");
  const counted = http.answers.map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(counted).toEqual([
    "GET /v1/me 200",
    "DELETE /v1/tokens/{id} 404",
    "GET /v1/me 401",
    "GET undefined 404",
  ]);
});

test("a server listens, answers over a socket, and ends with its streams", async () => {
  const told = Promise.withResolvers<AbortSignal>();
  const stream = defineOpenRoute({
    method: "GET",
    path: "/v1/test/stream",
    summary: "Streams until it is told to end.",
    tags: TAGS,
    scope: "open",
    answers: { 200: { type: "text/event-stream", description: "Events." } },
    async run(_request, { signal }) {
      told.resolve(signal);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from("data: a\n\n"));
          signal.addEventListener("abort", () => controller.close(), { once: true });
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  });
  await using http = await openHttp({ routes: [stream] });
  const ending = new AbortController();
  const { url, closed } = await http.gateway.listen(ending.signal);
  const response = await fetch(`${url}/v1/test/stream`);
  expect((await told.promise).aborted).toBe(false);
  ending.abort();
  expect(await response.text()).toBe("data: a\n\n");
  await closed;
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("a client that goes away is told to its route", async () => {
  const gone = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const waits = defineOpenRoute({
    method: "GET",
    path: "/v1/test/waits",
    summary: "Waits.",
    tags: TAGS,
    scope: "open",
    answers: { 204: null },
    async run(_request, { signal }) {
      signal.addEventListener("abort", () => gone.resolve(), { once: true });
      begun.resolve();
      await gone.promise;
      throw new Fault("aborted", "The client is gone.");
    },
  });
  await using http = await openHttp({ routes: [waits] });
  const ending = new AbortController();
  const { url, closed } = await http.gateway.listen(ending.signal);
  const leaving = new AbortController();
  const asked = fetch(`${url}/v1/test/waits`, { signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow("aborted");
  await gone.promise;
  ending.abort();
  await closed;
});

test("a port that is taken is a fault that names the fix", async () => {
  await using http = await openHttp();
  const ending = new AbortController();
  const { url, closed } = await http.gateway.listen(ending.signal);
  const port = Number(new URL(url).port);
  await using other = await openHttp({ http: { port } });
  await expect(other.gateway.listen(ending.signal)).rejects.toMatchObject({
    code: "unavailable",
    message: `Port ${port} on 127.0.0.1 is already in use.`,
    hint: `Stop the other process, or choose another port: reeve config set http.port ${port + 1}`,
  });
  ending.abort();
  await closed;
});

test("a connection is handed over to who may have it", async () => {
  const callers: unknown[] = [];
  const upgrades = new Map([
    [
      "/v1/ws",
      async (
        _request: unknown,
        { socket }: { socket: { end(text: string): void } },
        context: { caller: { id: string } | undefined },
      ) => {
        callers.push(context.caller?.id);
        socket.end("HTTP/1.1 418 Hello\r\nconnection: close\r\n\r\n");
      },
    ],
  ]);
  await using http = await openHttp({ upgrades });
  const token = await http.token("chat");
  const ending = new AbortController();
  const { url, closed } = await http.gateway.listen(ending.signal);
  const cookie =
    (await http.ask("GET", await http.invite())).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const own = url.replace("127.0.0.1", "localhost");

  expect(await upgradeAt(url, "/v1/ws", {})).toBe(418);
  expect(await upgradeAt(url, "/v1/ws", { authorization: `Bearer ${token}` })).toBe(418);
  expect(await upgradeAt(url, "/v1/ws", { authorization: "Bearer x" })).toBe(401);
  expect(await upgradeAt(url, "/v1/else", {})).toBe(404);
  expect(await upgradeAt(url, "/v1/ws", { host: "evil.example" })).toBe(403);
  expect(await upgradeAt(url, "/v1/ws", { cookie, origin: ORIGIN })).toBe(403);
  expect(await upgradeAt(own, "/v1/ws", { cookie, origin: own })).toBe(418);
  expect(callers).toEqual([undefined, expect.any(String), expect.any(String)]);
  ending.abort();
  await closed;
});

test("a connection that hits a bug is logged and cut off, and the others go on", async () => {
  const upgrades = new Map([
    [
      "/v1/ws",
      () => {
        throw new Error("broken on purpose");
      },
    ],
  ]);
  await using http = await openHttp({ upgrades });
  const ending = new AbortController();
  const { url, closed } = await http.gateway.listen(ending.signal);
  expect(await upgradeAt(url, "/v1/ws", {})).toBe(NaN);
  expect(http.logged.map(({ sentence }) => sentence)).toEqual(["connection failed"]);
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  ending.abort();
  await closed;
});
