import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { TOKEN_SCOPES } from "../src/kernel/token-scope.ts";
import { openaiErrorSchema } from "../src/channels/http/openai/to-openai-error.ts";
import { problemSchema } from "../src/channels/http/problem.ts";
import type { Route } from "../src/channels/http/route.ts";
import { testClock } from "./kit/job-story.ts";
import { type Asked, openHttp, ORIGIN } from "./kit/http/open-http.ts";

/** Returns the path of a route, with values for its parameters. */
function pathOf({ path }: Route): string {
  return path.replaceAll(/\{\w+\}/g, "x");
}

function codeOf({ status, headers, body }: Asked) {
  const refused = openaiErrorSchema.safeParse(body);
  if (refused.success) return { status, code: "denied" };
  expect(headers.get("content-type")).toBe("application/problem+json");
  const { code, status: told } = problemSchema.parse(body);
  expect(told).toBe(status);
  return { status, code };
}

test("every route but the open ones refuses who shows nothing, a wrong token, or too little a scope", async () => {
  await using http = await openHttp({ http: { rates: { failuresPerMinute: 10_000 } } });
  const tokens = new Map(
    await Promise.all(TOKEN_SCOPES.map(async (one) => [one, await http.token(one)] as const)),
  );
  const wrong = `rv_${"0".repeat(16)}_${"A".repeat(43)}`;
  const scoped = http.routes.filter(({ scope }) => scope !== "open");
  expect(scoped.length).toBeGreaterThan(5);

  for (const route of scoped) {
    const { method, scope } = route;
    const path = pathOf(route);
    const nothing = await http.ask(method, path);
    expect([path, codeOf(nothing)]).toEqual([path, { status: 401, code: "denied" }]);
    expect(nothing.headers.get("www-authenticate")).toBe('Bearer realm="reeve"');
    const refused = await http.ask(method, path, { token: wrong });
    expect([path, codeOf(refused)]).toEqual([path, { status: 401, code: "denied" }]);
    const lower = TOKEN_SCOPES.filter((one) => one !== scope).slice(
      0,
      TOKEN_SCOPES.findIndex((one) => one === scope),
    );
    for (const one of lower) {
      const answer = await http.ask(method, path, { token: tokens.get(one) });
      expect([path, one, codeOf(answer)]).toEqual([path, one, { status: 403, code: "denied" }]);
    }
  }
});

test("only pages, what tells of the process, links and hooks are open", async () => {
  await using http = await openHttp();
  const open = http.routes.filter(({ scope }) => scope === "open").map(({ path }) => path);
  const allowed =
    /^\/(?:|assets\/\{file\}|first\.js|icon\.svg|app\.webmanifest|open|docs|docs\.css|openapi\.json|healthz|readyz|metrics|hooks\/\{\w+\}|files\/\{link\})$/;
  expect(open.filter((path) => !allowed.test(path))).toEqual([]);
});

test("a token opens what its scope and those before it open, by either header", async () => {
  await using http = await openHttp();
  const token = await http.token("chat");
  const me = {
    person: { id: "http-owner", name: "owner", role: "owner" },
    scopes: ["chat"],
    via: "token",
  };
  expect(await http.ask("GET", "/v1/me", { token })).toMatchObject({ status: 200, body: me });
  const headers = { "x-api-token": token };
  expect(await http.ask("GET", "/v1/me", { headers })).toMatchObject({ status: 200, body: me });
  expect((await http.ask("GET", "/v1/tokens", { token })).status).toBe(403);
});

test("a token acts with the role that its person has by now", async () => {
  await using http = await openHttp();
  const token = await http.token("admin", "admin");
  const others = { name: "x", person: "http-owner" };
  const denied = await http.ask("POST", "/v1/tokens", { token, body: others });
  expect(codeOf(denied)).toEqual({ status: 403, code: "denied" });
  expect(await http.ask("GET", "/v1/me", { token })).toMatchObject({
    body: { person: { role: "admin" } },
  });
  const { store } = http.agent;
  await store.commit("change-people", (tx) => tx.people.settleRole(toId("http-admin"), "guest"));
  expect(await http.ask("GET", "/v1/me", { token })).toMatchObject({
    body: { person: { role: "guest" } },
  });
});

test("a token is made, used, listed without its secret, and taken back over HTTP", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  await using http = await openHttp({ clock });
  const token = await http.token("admin");
  clock.set("2026-03-01T12:00:01Z");
  const body = { name: "phone", scopes: ["read"], days: 1 };
  const made = await http.ask("POST", "/v1/tokens", { token, body });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "phone", scopes: ["read"], expiresAt: Date.parse("2026-03-02T12:00:01Z") },
  });
  const { id, token: phone } = made.body as { id: string; token: string };
  expect((await http.ask("GET", "/v1/me", { token: phone })).status).toBe(200);

  const { body: listed } = await http.ask("GET", "/v1/tokens?limit=1", { token });
  const shown = {
    id,
    name: "phone",
    person: "http-owner",
    owner: "owner",
    scopes: ["read"],
    createdAt: clock.now(),
    expiresAt: Date.parse("2026-03-02T12:00:01Z"),
    lastUsedAt: clock.now(),
    revokedAt: null,
  };
  expect(listed).toEqual({ items: [shown], next: expect.any(String) });
  const { next } = listed as { next: string };
  const { body: last } = await http.ask("GET", `/v1/tokens?cursor=${next}`, { token });
  expect(last).toMatchObject({ items: [{ name: "admin" }], next: null });
  expect(JSON.stringify(listed)).not.toContain(phone.slice(-43));

  expect((await http.ask("DELETE", `/v1/tokens/${id}`, { token })).status).toBe(204);
  expect(codeOf(await http.ask("GET", "/v1/me", { token: phone })).status).toBe(401);
  expect(codeOf(await http.ask("DELETE", `/v1/tokens/${id}`, { token })).status).toBe(404);
});

test("a token ends when its time is over", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  await using http = await openHttp({ clock });
  const token = await http.token("admin");
  const made = await http.ask("POST", "/v1/tokens", { token, body: { name: "day", days: 1 } });
  const { token: day } = made.body as { token: string };
  clock.set("2026-03-02T11:59:59Z");
  expect((await http.ask("GET", "/v1/me", { token: day })).status).toBe(200);
  clock.set("2026-03-02T12:00:00Z");
  expect((await http.ask("GET", "/v1/me", { token: day })).status).toBe(401);
});

test("the use of a token is written down once a minute", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  await using http = await openHttp({ clock });
  const { store } = http.agent;
  const token = await http.token("admin");
  await http.ask("GET", "/v1/me", { token });
  const before = store.commits;
  clock.set("2026-03-01T12:00:59Z");
  await http.ask("GET", "/v1/me", { token });
  expect(store.commits).toBe(before);
  clock.set("2026-03-01T12:01:00Z");
  await http.ask("GET", "/v1/me", { token });
  expect(store.commits).toBe(before + 1);
});

test("a link signs one browser in, once, with cookies that scripts of others do not get", async () => {
  await using http = await openHttp();
  const link = await http.invite();
  const ahead = await http.ask("HEAD", link);
  expect(ahead.status).toBe(400);

  const entered = await http.ask("GET", link);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
  const [session = "", csrf = "", ...more] = entered.headers.getSetCookie();
  expect(more).toEqual([]);
  expect(session).toMatch(
    /^reeve_session=rs_[0-9a-f]{16}_[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Strict; HttpOnly$/,
  );
  expect(csrf).toMatch(/^reeve_csrf=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Strict$/);
  expect(codeOf(await http.ask("GET", link))).toEqual({ status: 403, code: "denied" });

  const headers = { cookie: session.split(";")[0] ?? "" };
  expect(await http.ask("GET", "/v1/me", { headers })).toMatchObject({
    status: 200,
    body: { via: "cookie", scopes: [...TOKEN_SCOPES] },
  });
});

test("a link is over after ten minutes, a browser is signed out after a week", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  await using http = await openHttp({ clock });
  const late = await http.invite();
  const link = await http.invite();
  const { headers } = await http.ask("GET", link);
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  clock.set("2026-03-01T12:10:00Z");
  expect((await http.ask("GET", late)).status).toBe(403);
  clock.set("2026-03-08T11:59:59Z");
  expect((await http.ask("GET", "/v1/me", { headers: { cookie } })).status).toBe(200);
  clock.set("2026-03-08T12:00:00Z");
  expect((await http.ask("GET", "/v1/me", { headers: { cookie } })).status).toBe(401);
});

test("behind https the cookies are for https alone", async () => {
  await using http = await openHttp({ http: { publicUrl: "https://reeve.example.org" } });
  const { pathname, search } = new URL(await http.invite(), ORIGIN);
  const entered = await http.ask("GET", `http://reeve.example.org${pathname}${search}`);
  expect(entered.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, ""))).toEqual([
    "__Host-reeve_session; Path=/; Max-Age=604800; SameSite=Strict; Secure; HttpOnly",
    "reeve_csrf; Path=/; Max-Age=604800; SameSite=Strict; Secure",
  ]);
});

test("what a signed-in browser changes has to come from our pages", async () => {
  await using http = await openHttp();
  const entered = await http.ask("GET", await http.invite());
  const [session = "", csrf = ""] = entered.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "");
  const cookie = `${session}; ${csrf}`;
  const own = { cookie, origin: ORIGIN, "x-csrf-token": csrf.split("=")[1] ?? "" };
  const post = (headers: Readonly<Record<string, string>>) =>
    http.ask("POST", "/v1/tokens", { headers, body: { name: "x" } });

  const evil = "http://evil.example";
  for (const headers of [
    { cookie },
    { cookie, origin: ORIGIN },
    { cookie, "x-csrf-token": own["x-csrf-token"] },
    { ...own, "x-csrf-token": randomBytes(32).toString("base64url") },
    { ...own, origin: evil },
    { ...own, origin: "http://localhost:8888" },
    { ...own, origin: "null" },
  ])
    expect([headers, codeOf(await post(headers)).status]).toEqual([headers, 403]);
  expect((await http.ask("GET", "/v1/me", { headers: { cookie, origin: evil } })).status).toBe(403);
  expect((await post(own)).status).toBe(201);

  expect((await http.ask("POST", "/v1/sign-out", { headers: own })).status).toBe(204);
  expect((await post(own)).status).toBe(401);
});

test("all browsers of a person are signed out at once", async () => {
  await using http = await openHttp();
  const cookies = await Promise.all(
    [await http.invite(), await http.invite()].map(async (link) => {
      const { headers } = await http.ask("GET", link);
      return headers.getSetCookie()[0]?.split(";")[0] ?? "";
    }),
  );
  const token = await http.token("admin");
  expect(await http.ask("DELETE", "/v1/browsers", { token })).toMatchObject({
    status: 200,
    body: { browsers: 2 },
  });
  for (const cookie of cookies)
    expect((await http.ask("GET", "/v1/me", { headers: { cookie } })).status).toBe(401);
});

test("nobody is answered who asks for another host than ours", async () => {
  await using http = await openHttp({ http: { allowedHosts: ["reeve.lan"] } });
  const token = await http.token("admin");
  for (const host of ["evil.example", "localhost.evil.example", "10.0.0.5"]) {
    const answer = await http.ask("GET", `http://${host}:7777/v1/me`, { token });
    expect([host, codeOf(answer)]).toEqual([host, { status: 403, code: "denied" }]);
  }
  for (const host of ["localhost", "127.0.0.1", "[::1]", "reeve.lan", "REEVE.LAN"])
    expect((await http.ask("GET", `http://${host}:1/v1/me`, { token })).status).toBe(200);
});

test("who tries too many wrong tokens waits, who has a right one does not", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  await using http = await openHttp({ clock, http: { rates: { failuresPerMinute: 3 } } });
  const token = await http.token("read");
  const tries: number[] = [];
  for (let n = 0; n < 4; n += 1)
    tries.push((await http.ask("GET", "/v1/me", { token: `rv_${n}` })).status);
  expect(tries).toEqual([401, 401, 401, 429]);
  const throttled = await http.ask("GET", "/v1/me", { token: "rv_x" });
  expect([codeOf(throttled).code, throttled.headers.get("retry-after")]).toEqual([
    "exhausted",
    "20",
  ]);
  expect((await http.ask("GET", "/v1/me", { token })).status).toBe(200);
  expect((await http.ask("GET", await http.invite())).status).toBe(429);
  clock.set("2026-03-01T12:00:20Z");
  expect((await http.ask("GET", await http.invite())).status).toBe(303);
  expect((await http.ask("GET", "/v1/me", { token: "rv_x" })).status).toBe(429);
});

test("what a hook's caller shows is no try to get in", async () => {
  await using http = await openHttp({ http: { rates: { failuresPerMinute: 1 } } });
  for (let n = 0; n < 3; n += 1)
    expect((await http.ask("GET", "/docs", { token: "whsec_x" })).status).toBe(200);
  expect((await http.ask("GET", "/v1/me", { token: "rv_x" })).status).toBe(401);
  expect((await http.ask("GET", "/v1/me", { token: "rv_x" })).status).toBe(429);
});

test("a token that asks too often waits, and no other does", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  await using http = await openHttp({ clock, http: { rates: { perMinute: 2 } } });
  const [one, other] = [await http.token("read"), await http.token("read")];
  const asked: number[] = [];
  for (let n = 0; n < 3; n += 1)
    asked.push((await http.ask("GET", "/v1/me", { token: one })).status);
  expect(asked).toEqual([200, 200, 429]);
  expect((await http.ask("GET", "/v1/me", { token: other })).status).toBe(200);
  clock.set("2026-03-01T12:00:30Z");
  expect((await http.ask("GET", "/v1/me", { token: one })).status).toBe(200);
});

test("who is joined with another loses the tokens and browsers that were theirs alone", async () => {
  await using http = await openHttp();
  const token = await http.token("read", "guest");
  await http.agent.store.commit("change-people", (tx) =>
    tx.accountLinks.join({
      id: "l",
      tenant: "home",
      person: http.owner.id,
      joined: toId("http-guest"),
      at: 1,
    }),
  );
  expect((await http.ask("GET", "/v1/me", { token })).status).toBe(401);
});
