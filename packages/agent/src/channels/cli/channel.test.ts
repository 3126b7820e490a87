import { agent } from "@reeve/operations/agent/agent";
import { models } from "@reeve/operations/agent/models";
import { sessions } from "@reeve/operations/work/sessions";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createConnection, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Control } from "../../core/control.ts";
import type { Events } from "../../core/events/events.ts";
import type { Inbox } from "../../core/inbox.ts";
import { toId } from "../../kernel/ids.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import { connectFrames } from "./connect.ts";
import { createEventQueue } from "./connect.ts";
import { createCliChannel } from "./channel.ts";
import { attempt } from "../../kernel/attempt.ts";

const owner = { id: toId<"person">("p1"), tenant: "t1", role: "owner", name: "Ann" } as const;
const started: LiveEvent = { type: "turn-start", turn: "t", messages: ["m"], seq: 4, at: 1 };
const said: LiveEvent = { type: "text-delta", turn: "t", step: 0, delta: "Hé" };

let folder: string;
let socketPath: string;
let stop: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-cli-"));
  socketPath = path.join(folder, "run", "reeve.sock");
  stop = new AbortController();
});

afterEach(async () => {
  stop.abort();
  await rm(folder, { recursive: true, force: true });
});

/** A core that records requests and returns scripted events. */
function fakeCore() {
  const asked: unknown[] = [];
  const bugs: unknown[] = [];
  const happening = createEventQueue<LiveEvent>();
  const inbox: Inbox = {
    async deliver(envelope) {
      asked.push(envelope);
      return { message: toId<"inbox">("i1"), outcome: "queued" };
    },
    async decide(decision) {
      asked.push(decision);
      return "recorded";
    },
    retryWaiting: async () => {},
    mayPay: async () => false,
    pay: async () => {},
    press: async () => ({ outcome: "expired" }),
    withdraw: async () => {},
  };
  const control: Control = {
    implemented: [],
    async receive(name, params, caller) {
      asked.push({ name, params, caller });
      if (name === "agent.restart") throw new TypeError("x is undefined");
      if (name === "agent.start") throw new Fault("denied", "Not now.", { hint: "Ask tomorrow." });
      return ANSWERS[name];
    },
  };
  const events: Events = {
    async *subscribe(address, { since, signal }) {
      asked.push({ subscribe: address, since });
      signal.addEventListener("abort", () => happening.end());
      yield* happening.items;
    },
    lastSeq: async () => 3,
    publish: () => {},
    onFacts: () => ({ [Symbol.dispose]: () => {} }),
  };
  const deps = {
    path: socketPath,
    owner,
    control,
    events,
    version: "0.1.0",
    model: "offline/rules",
    clock: { now: () => 1000 },
    onBug: (error: unknown) => bugs.push(error),
  };
  return { asked, bugs, happening, inbox, deps };
}

async function start(core = fakeCore()) {
  const listening = createCliChannel(core.deps).listen(core.inbox, stop.signal);
  while (!(await isSocket())) await new Promise(setImmediate);
  const connect = () => connectFrames(socketPath, { signal: stop.signal });
  return { ...core, listening, connect };
}

async function isSocket(): Promise<boolean> {
  const found = await attempt(stat(socketPath));
  return found.status === "fulfilled" && found.value.isSocket();
}

/** Client that writes raw lines and collects the lines that come back. */
async function rawClient(): Promise<{ socket: Socket; next: () => Promise<unknown> }> {
  const socket = createConnection(socketPath);
  const lines = createEventQueue<unknown>();
  let rest = "";
  socket.setEncoding("utf8").on("data", (text) => {
    const parts = `${rest}${String(text)}`.split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) lines.push(JSON.parse(line));
  });
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  const reader = lines.items[Symbol.asyncIterator]();
  return { socket, next: async () => (await reader.next()).value };
}

const SETTINGS = { mode: "steer", maxSteps: 9, policy: "allowlist", verbose: "off" } as const;

/** Answers of the fake agent, by operation. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  "models.current": { model: "m" },
  "sessions.stop": { turns: 1, withdrawn: 0 },
  "sessions.configure": SETTINGS,
};

test("a client that leaves without reading its answers is gone, and the others stay", async () => {
  const { connect, listening } = await start();
  const rude = createConnection(socketPath).pause();
  rude.write("no frame\nno frame\n");
  await once(rude, "connect");
  using polite = await connect();
  for (let round = 0; round < 3; round++) await polite.ask(models.current, {});

  rude.destroy();
  expect(await polite.ask(models.current, {})).toEqual({ model: "m" });

  polite[Symbol.dispose]();
  stop.abort();
  expect(await listening).toBe(undefined);
});

test("says hello with what a client needs to know", async () => {
  const { connect } = await start();
  const client = await connect();
  expect(await client.hello("main")).toMatchObject({
    version: 2,
    agent: "0.1.0",
    model: "offline/rules",
    seq: 3,
  });
});

test("delivers, decides, stops and controls as the owner, in the client's conversation", async () => {
  const { connect, asked } = await start();
  const client = await connect();
  await client.hello("main");

  const receipt = await client.deliver({ message: "m1", text: "Hi\nthere" });
  expect(receipt).toEqual({ message: "i1", outcome: "queued" });
  const args = { id: "n2" };
  expect(await client.decide({ approval: "a1", verdict: "allow", args })).toBe("recorded");
  expect(await client.stop()).toEqual({ turns: 1, withdrawn: 0 });
  expect(await client.ask(sessions.configure, { maxSteps: 9 })).toEqual(SETTINGS);

  const caller = { person: owner, channel: "cli", externalId: "main" };
  expect(asked).toEqual([
    {
      id: "m1",
      edit: 0,
      address: { channel: "cli", externalId: "main", kind: "direct" },
      sender: { id: "p1", name: "Ann" },
      text: "Hi\nthere",
      sentAt: 1000,
    },
    {
      approval: "a1",
      verdict: "allow",
      args,
      by: owner,
      from: { channel: "cli", externalId: "main" },
    },
    { name: "sessions.stop", params: {}, caller },
    { name: "sessions.configure", params: { maxSteps: 9 }, caller },
  ]);
});

test("hands events on to each client that subscribed", async () => {
  const { connect, happening, asked } = await start();
  const client = await connect();
  await client.hello("main");
  happening.push(started);
  happening.push(said);

  const seen: LiveEvent[] = [];
  for await (const event of client.events(2)) {
    seen.push(event);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual([started, said]);
  expect(asked).toEqual([
    { subscribe: { channel: "cli", externalId: "main", kind: "direct" }, since: 2 },
  ]);
});

test("many clients talk at once, each in its own conversation", async () => {
  const { connect, asked } = await start();
  const chats = Array.from({ length: 20 }, (_, n) => `chat-${n}`);
  await Promise.all(
    chats.map(async (externalId) => {
      const client = await connect();
      await client.hello(externalId);
      await client.deliver({ message: "m", text: externalId });
      client.close();
      await client.closed;
    }),
  );
  expect(asked).toHaveLength(20);
  expect(new Set(asked.map((envelope) => Reflect.get(Object(envelope), "text")))).toEqual(
    new Set(chats),
  );
});

test("faults arrive as faults; a bug is told to the owner of the log, not to the client", async () => {
  const { connect, bugs } = await start();
  const client = await connect();
  await expect(client.ask(agent.start, {})).rejects.toMatchObject({
    code: "denied",
    message: "Not now.",
    hint: "Ask tomorrow.",
  });
  await expect(client.ask(agent.restart, {})).rejects.toMatchObject({
    code: "unavailable",
    message: "Internal error.",
  });
  expect(bugs).toEqual([new TypeError("x is undefined")]);
});

test("refuses what comes before hello, a wrong version, a second subscription and an odd method", async () => {
  const { connect } = await start();
  const client = await connect();
  await expect(client.deliver({ message: "m", text: "Hi" })).rejects.toMatchObject({
    code: "invalid",
    message: "This connection has no conversation yet.",
  });

  const { socket, next } = await rawClient();
  socket.write('{"type":"hello","id":"1","version":99,"chat":"main"}\n');
  expect(await next()).toMatchObject({ type: "fault", id: "1", code: "conflict" });
  socket.write('{"type":"hello","id":"2","version":2,"chat":"main"}\n');
  expect(await next()).toMatchObject({ type: "hello", id: "2" });
  socket.write('{"type":"hello","id":"3","version":2,"chat":"other"}\n');
  expect(await next()).toMatchObject({ type: "fault", id: "3", code: "conflict" });
  socket.write('{"type":"ask","id":"6","operation":"nonsense"}\n');
  expect(await next()).toMatchObject({ type: "fault", id: "6", code: "invalid" });
  for (const id of ["4", "5"]) socket.write(`{"type":"subscribe","id":"${id}","since":0}\n`);
  expect(await next()).toEqual({ type: "reply", id: "4", value: {} });
  expect(await next()).toMatchObject({ type: "fault", id: "5", code: "conflict" });
});

test("an unreadable line gets a fault and the connection lives on", async () => {
  await start();
  const { socket, next } = await rawClient();
  socket.write('nonsense\n{"type":"dance","id":"7"}\n{"type":"hello","id":"8",');
  expect(await next()).toMatchObject({ type: "fault", code: "invalid" });
  expect(await next()).toMatchObject({ type: "fault", id: "7", code: "invalid" });
  socket.write('"version":2,"chat":"main"}\n');
  expect(await next()).toMatchObject({ type: "hello", id: "8" });
});

test("a program of an older version is refused with a sentence", async () => {
  await start();
  const { socket, next } = await rawClient();
  socket.write('{"type":"control","id":"1","method":"agent.status","params":{}}\n');
  expect(await next()).toEqual({
    type: "fault",
    id: "1",
    code: "conflict",
    message: "The client uses protocol version 1, but this agent uses version 2.",
    hint: "Use the same version of Reeve on both sides.",
  });
  socket.write('{"type":"hello","id":"2","version":1,"chat":"main"}\n');
  expect(await next()).toMatchObject({
    id: "2",
    message: "The client uses protocol version 1, but this agent uses version 2.",
  });
});

test("a line over the limit gets a fault and ends the connection", async () => {
  await start();
  const { socket, next } = await rawClient();
  const closed = once(socket, "close");
  socket.write("x".repeat(30 * 1024 * 1024 + 1));
  expect(await next()).toMatchObject({
    type: "fault",
    message: "A line is longer than 31457280 bytes.",
  });
  await closed;
});

test("a client that does not read is dropped", async () => {
  const { happening } = await start();
  const socket = createConnection(socketPath);
  await once(socket, "connect");
  socket.write('{"type":"hello","id":"1","version":2,"chat":"main"}\n');
  socket.write('{"type":"subscribe","id":"2","since":0}\n');
  await once(socket, "data");
  socket.pause();
  const flood = { ...said, delta: "x".repeat(1024 * 1024) };
  for (let count = 0; count < 12; count++) happening.push(flood);
  socket.on("error", () => {});
  const closed = once(socket, "close");
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  // Reading starts only after the server had time to push everything at once.
  setImmediate(() => setImmediate(() => socket.resume()));
  await closed;
  expect(bytes).toBeLessThan(12 * 1024 * 1024);
});

test("only the owner can open the socket, and a stale file is no obstacle", async () => {
  await rm(folder, { recursive: true });
  await createCliChannel(fakeCore().deps).listen(fakeCore().inbox, AbortSignal.abort());
  await writeFile(socketPath, "stale");
  await start();
  expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(socketPath))).mode & 0o777).toBe(0o700);
});

test("stops when told to: answers what it has, closes every connection, removes the socket", async () => {
  const core = fakeCore();
  const stored = Promise.withResolvers<void>();
  const slow: Inbox = {
    ...core.inbox,
    async deliver() {
      stop.abort();
      await stored.promise;
      return { message: toId<"inbox">("i9"), outcome: "queued" };
    },
  };
  const listening = createCliChannel(core.deps).listen(slow, stop.signal);
  while (!(await isSocket())) await new Promise(setImmediate);
  const client = await connectFrames(socketPath, { signal: new AbortController().signal });
  await client.hello("main");
  const delivered = client.deliver({ message: "m", text: "Hi" });
  setImmediate(() => stored.resolve());

  expect(await delivered).toEqual({ message: "i9", outcome: "queued" });
  await client.closed;
  await listening;
  expect(await isSocket()).toBe(false);
  await expect(client.stop()).rejects.toMatchObject({ code: "unavailable" });
});

test("without an agent, connecting says how to start one", async () => {
  await expect(connectFrames(socketPath, { signal: stop.signal })).rejects.toMatchObject({
    code: "unavailable",
    message: `No agent is listening on ${socketPath}.`,
    hint: "Start the agent with: reeve start --detach",
  });
});

test("requests that wait when the connection breaks are rejected", async () => {
  const core = fakeCore();
  const never: Inbox = { ...core.inbox, deliver: () => new Promise(() => {}) };
  void createCliChannel(core.deps).listen(never, stop.signal);
  while (!(await isSocket())) await new Promise(setImmediate);
  const client = await connectFrames(socketPath, { signal: stop.signal });
  await client.hello("main");
  const waiting = client.deliver({ message: "m", text: "Hi" });
  client.close();
  await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
});
