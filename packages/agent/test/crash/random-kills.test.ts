import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { attempt } from "../../src/kernel/attempt.ts";
import { isRecord } from "../../src/kernel/text/json.ts";
import { type MockAnswer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { createRandom, seedFromEnvironment } from "./sample.ts";

const ENTRY = path.resolve(import.meta.dirname, "../../src/main.ts");
const KILLS = process.env["REEVE_PROVE"] === "all" ? 200 : 25;
const CHATS = 8;
const run = promisify(execFile);

/** Keeps each number that it is asked to keep as a note, then answers; slowly, so that it is killed at work. */
function keepNumbers({ body }: { readonly body: Readonly<Record<string, unknown>> }): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const text = (one: (typeof messages)[number]) => JSON.stringify(one["content"] ?? "");
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const numbers = [...text(messages[asked] ?? {}).matchAll(/keep (\d+)!/g)].map(([, n]) => n);
  const done = JSON.stringify(messages.slice(asked + 1));
  const calls = numbers
    .filter((n) => !done.includes(`kept ${n}.`))
    .map((n) => ({
      name: "tool_call",
      args: { name: "note_create", arguments: { text: `kept ${n}.` } },
    }));
  const hold = sleep(60);
  return calls.length > 0 ? { calls, hold } : { text: `Kept ${numbers.join(" ")}.`, hold };
}

test(
  "an agent that is killed at random times answers each message, keeps each note once and gives up nothing",
  { timeout: 600_000 + KILLS * 15_000 },
  async () => {
    const seed = seedFromEnvironment();
    process.stdout.write(`seed ${seed}: REEVE_SEED=${seed} repeats this run\n`);
    const random = createRandom(seed);
    await using stack = new AsyncDisposableStack();
    const model = stack.use(await startMockServer({ answer: keepNumbers }));
    const home = await mkdtemp(path.join(tmpdir(), "reeve-random-kills-"));
    stack.defer(() => rm(home, { recursive: true, force: true }));
    const port = await freePort();
    const config = {
      agent: { model: "local/scripted", utilityModel: "offline/rules" },
      models: { baseUrl: `${model.url}/v1` },
      embedding: { provider: "none" },
      http: { port },
      limits: { rates: { person: { minute: 0, day: 0 } } },
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
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "respond-async",
    };

    const accepted: string[] = [];
    let asked = 0;
    const ask = async () => {
      const n = asked;
      asked += 1;
      const body = { text: `keep ${n}!`, conversation: `c${Math.floor(random() * CHATS)}` };
      const key = { "idempotency-key": `k${n}` };
      const request = {
        method: "POST",
        headers: { ...headers, ...key },
        body: JSON.stringify(body),
      };
      const answer = await attempt(fetch(`${url}/v1/message`, request));
      // One that was cut off may have been accepted or not.
      if (answer.status === "fulfilled" && answer.value.status === 202) accepted.push(`${n}`);
    };

    for (let round = 0; round < KILLS; round += 1) {
      const child = start(env);
      await untilReady(url);
      for (let more = 1 + Math.floor(random() * 3); more > 0; more -= 1) await ask();
      await sleep(random() * 500);
      await kill(child);
    }

    const child = start(env);
    stack.defer(() => kill(child));
    const states = () => inboxStates(home);
    await expect
      .poll(() => states().filter(({ state }) => state === "queued" || state === "taken"), {
        timeout: 600_000,
        interval: 250,
      })
      .toEqual([]);

    expect(states().filter(({ state }) => state !== "answered" && state !== "folded")).toEqual([]);
    const kept = notes(home);
    expect(kept.length).toBe(new Set(kept).size);
    expect(accepted.filter((n) => !kept.includes(`kept ${n}.`))).toEqual([]);
    expect(accepted.length).toBeGreaterThan(KILLS / 2);
  },
);

function inboxStates(home: string) {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  return database.prepare("select id, state, reason from inbox").all();
}

function notes(home: string): readonly string[] {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  return database
    .prepare("select text from notes order by text")
    .all()
    .map(({ text }) => String(text));
}

function start(env: Readonly<Record<string, string | undefined>>): ChildProcess {
  return spawn(process.execPath, [ENTRY, "start"], { stdio: "ignore", env });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the agent ended by itself: ${child.exitCode}`);
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
