import { agent } from "@reeve/operations/agent/agent";
import { tokens } from "@reeve/operations/people/tokens";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { AppSetup } from "../src/app/app.ts";
import { START_ORDER, type StartStep } from "../src/app/start-steps.ts";
import { type App, openApp } from "./kit/open-app.ts";

interface WatchedApp extends App {
  readonly steps: readonly StartStep[];
  /** Asks the gateway. */
  get(route: string, headers?: Record<string, string>): Promise<Response>;
}

async function openWatched({
  publicMetrics = true,
  ...setup
}: Partial<AppSetup> & { readonly publicMetrics?: boolean } = {}): Promise<WatchedApp> {
  const steps: StartStep[] = [];
  const app = await openApp({
    config: { http: { port: 0, publicMetrics } },
    setup: { onStep: (step) => void steps.push(step), ...setup },
  });
  return {
    ...app,
    steps,
    get: (route, headers = {}) => fetch(`${app.url}${route}`, { headers }),
  };
}

async function json(response: Response): Promise<unknown> {
  return { status: response.status, body: await response.json() };
}

test("everything comes up in its order, and a stopped agent comes up in the order of its part", async () => {
  await using app = await openWatched();
  expect(app.steps).toEqual([...START_ORDER]);
  await app.client.ask(agent.restart, {});
  const ofAgent = START_ORDER.slice(START_ORDER.indexOf("tools"));
  await expect.poll(() => app.steps.slice(START_ORDER.length)).toEqual(ofAgent);
});

test("what programs were given when the process died is gone once another one runs", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-died-"));
  const left = path.join(folder, "home", "tmp", "reeve-x1");
  await mkdir(left, { recursive: true });
  await writeFile(path.join(left, "voice.ogg"), "said");
  {
    await using _ = await openApp({ folder });
    await expect(stat(left)).rejects.toMatchObject({ code: "ENOENT" });
  }
  await rm(folder, { recursive: true });
});

test("the gateway says that the agent is stopped, and serves it again when it was started", async () => {
  await using app = await openWatched();
  const healthy = { status: 200, body: { status: "ok", uptimeMs: expect.any(Number) } };
  expect(await json(await app.get("/healthz"))).toEqual(healthy);
  expect(await (await app.get("/metrics")).text()).toContain("\nreeve_up 1\n");

  await app.client.ask(agent.stop, {});
  expect(await json(await app.get("/healthz"))).toEqual(healthy);
  expect(await json(await app.get("/readyz"))).toEqual({
    status: 503,
    body: {
      status: "not-ready",
      agent: "stopped",
      reasons: ["The agent is stopped."],
      unavailable: [],
    },
  });
  expect(await (await app.get("/metrics")).text()).toContain("\nreeve_up 0\n");

  await app.client.ask(agent.start, {});
  expect((await app.get("/readyz")).status).toBe(200);
});

test("a token starts and stops the agent over HTTP, while what needs it is unavailable", async () => {
  await using app = await openWatched();
  const { token } = await app.client.ask(tokens.create, { name: "test", scopes: ["admin"] });
  const headers = { authorization: `Bearer ${token}` };
  const post = async (verb: string) => {
    const { url } = await app.get("/healthz");
    return fetch(new URL(`/v1/agent/${verb}`, url), { method: "POST", headers });
  };
  const told = { lastError: null, unavailable: [] };
  expect(await json(await post("stop"))).toEqual({
    status: 200,
    body: { ...told, state: "stopped", uptimeMs: 0 },
  });
  expect(await json(await app.get("/v1/notes", headers))).toMatchObject({
    status: 503,
    body: { code: "unavailable", detail: "The agent is stopped." },
  });
  expect(await json(await app.get("/v1/agent", headers))).toMatchObject({
    status: 200,
    body: { ...told, state: "stopped", model: null, version: "1" },
  });
  const there = ["/v1/tokens", "/v1/config", "/v1/config/agent.model", "/v1/log"];
  const answers = await Promise.all(there.map((route) => app.get(route, headers)));
  expect(answers.map(({ status }) => status)).toEqual(there.map(() => 200));
  expect(await json(await post("start"))).toEqual({
    status: 200,
    body: { ...told, state: "running", uptimeMs: expect.any(Number) },
  });
  expect((await app.get("/v1/notes", headers)).status).toBe(200);
});

test("figures need a token where the config does not open them", async () => {
  await using app = await openWatched({ publicMetrics: false });
  expect(await json(await app.get("/metrics"))).toMatchObject({
    status: 401,
    body: { code: "denied", detail: 'Metrics need a token with the scope "read".' },
  });
});

test("figures that are open to this machine are not open through a proxy on it", async () => {
  await using app = await openWatched();
  expect((await app.get("/metrics")).status).toBe(200);
  for (const header of ["x-forwarded-for", "forwarded"])
    expect((await app.get("/metrics", { [header]: "for=203.0.113.7" })).status).toBe(401);
});

test("an agent whose database is removed stops, and says what to do", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-lost-"));
  const app = await openApp({ folder });
  const database = path.join(folder, "home", "reeve.db");
  await rm(database);
  await expect(app.ended).rejects.toMatchObject({
    code: "unavailable",
    message: `${database} was removed while the agent was running.`,
    hint: expect.stringContaining("reeve restore <file>"),
  });
  await rm(folder, { recursive: true });
});
