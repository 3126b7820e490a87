import { agent } from "@reeve/operations/agent/agent";
import { tokens } from "@reeve/operations/people/tokens";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { run as doctor } from "../src/app/commands/doctor.ts";
import { openTestSqlite } from "../src/store/sqlite/testing/open-test-sqlite.ts";
import { serveChaosModel } from "./kit/models/chaos-model.ts";
import { type App, openApp } from "./kit/open-app.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-fails-"));
  await mkdir(path.join(folder, "home"), { mode: 0o700 });
});
afterEach(() => rm(folder, { recursive: true }));

const database = () => path.join(folder, "home", "reeve.db");

const READINESS = z.object({
  status: z.string(),
  reasons: z.array(z.string()),
  unavailable: z.array(z.object({ part: z.string(), reason: z.string() })),
});

async function readiness({ url }: App) {
  const answer = await fetch(`${url}/readyz`);
  const body: unknown = await answer.json();
  return { http: answer.status, ...READINESS.parse(body) };
}

/** Runs `reeve doctor` and returns its exit code and the checks that found a problem. */
async function examine() {
  const stdout = new PassThrough();
  const env = { REEVE_HOME: path.join(folder, "home"), HOME: folder };
  const flags = { "agent.model": "offline/rules", "embedding.provider": "none" };
  const context = { env, flags, stdin: Readable.from([]), stderr: new PassThrough(), stdout };
  const code = await doctor(["--json"], { ...context, signal: new AbortController().signal });
  stdout.end();
  const findings: readonly Finding[] = JSON.parse(await text(stdout));
  const problems = findings.filter(({ state }) => state !== "ok");
  return { code, problems: Object.fromEntries(problems.map((one) => [one.check, one.message])) };
}

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly message: string;
}

test("a model that is down is named", async () => {
  await using server = await serveChaosModel();
  server.mode = "503";
  const config = {
    agent: { model: "local/mock" },
    models: { baseUrl: server.url },
    memory: { facts: { enabled: false }, profile: { enabled: false } },
    embedding: { provider: "none" as const },
    http: { port: 0 },
  };
  await using app = await openApp({ folder, config });
  expect(await readiness(app)).toMatchObject({ http: 200, status: "ready", unavailable: [] });
  const { token } = await app.client.ask(tokens.create, { name: "test", scopes: ["admin"] });
  const asked = await fetch(`${app.url}/v1/message`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "respond-async",
    },
    body: JSON.stringify({ text: "hello", conversation: "one" }),
  });
  expect(asked.status).toBe(202);
  await expect
    .poll(() => readiness(app))
    .toMatchObject({
      http: 200,
      status: "degraded",
      unavailable: [{ part: "model local/mock", reason: expect.any(String) }],
    });
  expect(await examine()).toEqual({
    code: 1,
    problems: {
      model: expect.stringContaining("model local/mock: "),
      agent: expect.stringContaining("model local/mock: "),
    },
  });
});

test("damage that is found while the agent runs stays known when the agent restarts", async () => {
  {
    await using _ = await openApp({ folder });
  }
  const filler = new DatabaseSync(database());
  filler.exec("create table filler (text)");
  const add = filler.prepare("insert into filler values (?)");
  for (let row = 0; row < 100; row += 1) add.run("x".repeat(1000));
  filler.close();
  await using file = await open(database(), "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(4096, 0xff), 0, 4096, size - 4096);
  await rm(path.join(folder, "home", "reeve.checked"), { force: true });

  await using app = await openApp({ folder });
  const damaged = {
    http: 503,
    status: "not-ready",
    reasons: [expect.stringMatching(/reeve\.db is damaged: .* Restore it: reeve restore <file>$/)],
  };
  await expect.poll(() => readiness(app)).toMatchObject(damaged);
  await app.client.ask(agent.restart, {});
  expect(await readiness(app)).toMatchObject(damaged);
  const { code, problems } = await examine();
  expect(code).toBe(1);
  expect(Object.keys(problems)).toEqual(["database", "agent"]);
});

test("work that was given up is a problem until somebody decides", async () => {
  {
    await using store = await openTestSqlite(database(), { synchronous: "normal" });
    await store.commit("retry", (tx) => tx.work.set(GIVEN_UP));
  }
  await using app = await openApp({ folder });
  expect(await readiness(app)).toMatchObject({
    http: 200,
    status: "degraded",
    unavailable: [{ part: "outbox", reason: expect.stringContaining("Undelivered items: 1") }],
  });
  expect(await examine()).toEqual({
    code: 1,
    problems: { outbox: expect.stringContaining("the model refused") },
  });
});

const GIVEN_UP = {
  kind: "summary",
  id: "s1",
  attempts: 3,
  outages: 0,
  crashes: 0,
  suspicion: 0,
  createdAt: 5,
  nextAt: 5,
  state: "failed",
  reason: "the model refused",
} as const;
