import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchServer } from "./open-server.ts";
import type { Accepted } from "./sender.ts";

/** Listeners that come back when they are cut off, as an EventSource does. */
export interface Audience {
  /** Resolves when all listen. */
  join(listeners: number, sessions: number): Promise<void>;
  /** Resolves when every listener has received the reply to every message, or after the time is up. */
  heard(accepted: ReadonlyMap<string, Accepted>, ms: number): Promise<void>;
  /** Returns the number of messages whose arrival or reply a listener of their chat has missed. */
  lost(accepted: ReadonlyMap<string, Accepted>): number;
  /** Returns the number of events that a listener has received more than once. */
  repeated(): number;
  readonly comebacks: number;
  /** Ends all listening. */
  leave(): void;
}

interface Listener {
  readonly conversation: string;
  last: string | undefined;
  readonly ids: Set<string>;
  repeated: number;
  readonly arrived: Set<string>;
  /** Messages of each running turn. */
  readonly turns: Map<string, readonly string[]>;
  readonly answered: Set<string>;
}

const RETRY_MS = 100;

export function createAudience(server: Pick<BenchServer, "url" | "token">): Audience {
  const listeners: Listener[] = [];
  const agent = new Agent({ maxSockets: Infinity });
  let comebacks = 0;
  const leaving = new AbortController();

  const listen = async (listener: Listener, onOpen: () => void): Promise<void> => {
    while (!leaving.signal.aborted) {
      const stream = await open(server, { listener, agent }).catch(() => undefined);
      if (stream) {
        onOpen();
        await read(stream, listener).catch(() => undefined);
        comebacks += 1;
      }
      await sleep(RETRY_MS);
    }
  };
  const missing = (accepted: ReadonlyMap<string, Accepted>) =>
    listeners.reduce((sum, listener) => sum + missedBy(listener, accepted), 0);

  return {
    get comebacks() {
      return comebacks;
    },
    async join(count, sessions) {
      for (let at = 0; at < count; at++) {
        const listener: Listener = {
          conversation: `c${at % sessions}`,
          last: "0",
          ids: new Set(),
          repeated: 0,
          arrived: new Set(),
          turns: new Map(),
          answered: new Set(),
        };
        listeners.push(listener);
        await new Promise<void>((resolve) => void listen(listener, resolve));
      }
    },
    async heard(accepted, ms) {
      for (const end = Date.now() + ms; Date.now() < end && missing(accepted) > 0;)
        await sleep(RETRY_MS);
    },
    lost: missing,
    leave() {
      leaving.abort();
      agent.destroy();
    },
    repeated: () => listeners.reduce((sum, { repeated }) => sum + repeated, 0),
  };
}

function missedBy(listener: Listener, accepted: ReadonlyMap<string, Accepted>): number {
  let missed = 0;
  for (const { message, conversation } of accepted.values())
    if (conversation === listener.conversation)
      if (!listener.arrived.has(message) || !listener.answered.has(message)) missed += 1;
  return missed;
}

async function open(
  { url, token }: Pick<BenchServer, "url" | "token">,
  { listener, agent }: { readonly listener: Listener; readonly agent: Agent },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request(`${url}/v1/sessions/${listener.conversation}/events`, {
    agent,
    headers: {
      "x-api-token": token,
      ...(listener.last !== undefined && { "last-event-id": listener.last }),
    },
  });
  asked.on("error", reject);
  asked.on("response", (response) => {
    if (response.statusCode === 200) return resolve(response);
    response.resume();
    reject(new Error(`status ${response.statusCode}`));
  });
  asked.end();
  return promise;
}

async function read(stream: IncomingMessage, listener: Listener): Promise<void> {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const blocks = (rest + String(chunk)).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) take(block, listener);
  }
}

const EVENT = /^id: (\S+)\nevent: agent\.stream\.(\w+)\ndata: (.*)$/;

function take(block: string, listener: Listener): void {
  const [, id, name, data = "{}"] = EVENT.exec(block) ?? [];
  if (id === undefined) return;
  if (listener.ids.has(id)) listener.repeated += 1;
  listener.ids.add(id);
  listener.last = id;
  if (name === "delta" || name === "step") return;
  const { message, turn, messages, outcome } = JSON.parse(data);
  if (name === "message") listener.arrived.add(message);
  if (name === "start" || name === "joined")
    listener.turns.set(turn, [...(listener.turns.get(turn) ?? []), ...messages]);
  if (name === "complete" && outcome === "answered")
    for (const one of listener.turns.get(turn) ?? []) listener.answered.add(one);
}
