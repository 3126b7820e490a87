import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { attempt } from "../../src/kernel/attempt.ts";
import { freePort } from "../kit/free-port.ts";

const ENTRY = path.resolve(import.meta.dirname, "../../src/main.ts");
const run = promisify(execFile);

/** A home with a gateway, in which the real agent is started and killed. */
export interface ServedAgent extends AsyncDisposable {
  readonly home: string;
  /** Starts a process; resolves when its gateway is ready. */
  start(): Promise<ChildProcess>;
  /** Runs a command that needs no running agent. */
  reeve(...args: readonly string[]): Promise<void>;
  /** Sends a message; true if it was certainly accepted. */
  ask(message: { readonly text: string; conversation: string; key: string }): Promise<boolean>;
  /** Returns the rows that a statement selects. */
  rows(sql: string): readonly Record<string, unknown>[];
}

/** Prepares a home whose model is served at `modelUrl`, with more sections of the config. */
export async function openServedAgent(
  modelUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ServedAgent> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-served-"));
  const port = await freePort();
  const config = {
    agent: { model: "local/scripted", utilityModel: "offline/rules" },
    models: { baseUrl: `${modelUrl}/v1` },
    embedding: { provider: "none" },
    http: { port },
    limits: { rates: { person: { minute: 0, day: 0 } } },
    ...more,
  };
  // JSON is YAML.
  await writeFile(path.join(home, "config.yaml"), JSON.stringify(config));
  const env = { PATH: process.env["PATH"], REEVE_HOME: home };
  const created = await run(
    process.execPath,
    [ENTRY, "tokens", "create", "kills", "--scope", "admin", "--json"],
    { env },
  );
  const { token } = JSON.parse(created.stdout);
  const url = `http://127.0.0.1:${port}`;
  return {
    home,
    async start() {
      const child = spawn(process.execPath, [ENTRY, "start"], { stdio: "ignore", env });
      await untilReady(url);
      return child;
    },
    async reeve(...args) {
      await run(process.execPath, [ENTRY, ...args], { env });
    },
    async ask({ key, ...body }) {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        prefer: "respond-async",
        "idempotency-key": key,
      };
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await attempt(fetch(`${url}/v1/message`, request));
      return answer.status === "fulfilled" && answer.value.status === 202;
    },
    rows(sql) {
      using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
      return database.prepare(sql).all();
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

/** Kills a process that has not ended by itself. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the agent ended by itself: ${child.exitCode}`);
  if (child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function untilReady(url: string): Promise<void> {
  const isReady = async () => {
    const answer = await attempt(fetch(`${url}/readyz`));
    return answer.status === "fulfilled" && answer.value.ok;
  };
  await expect.poll(isReady, { timeout: 60_000, interval: 50 }).toBe(true);
}
