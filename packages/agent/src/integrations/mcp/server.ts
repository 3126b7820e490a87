import { Fault, type Tool } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import { createWakeup, type Wakeup } from "../../kernel/wakeup.ts";
import { OVER, untilAborted, type Wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { McpServerConfig, McpStatus } from "../mcp.ts";
import type { ConnectOptions, McpConnection } from "./connect.ts";
import { createInstructions } from "./instructions.ts";
import { LoginRequired } from "./login-required.ts";
import { fingerprintOf, toTool } from "./to-tool.ts";

/** Time until the first new attempt to connect, and the longest time between two, in milliseconds. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 300_000;

/** A connection that held for so long was no failure: the next attempt comes soon again. */
const STABLE_MS = 60_000;

export interface ServerDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly connect: (options: ConnectOptions) => Promise<McpConnection>;
  readonly pause: Wait;
  /**
   * Takes the tools of a server as they are now. `waiting` are known and cannot run until the server is
   * connected. May throw `conflict`.
   */
  readonly onTools: (
    server: string,
    tools: { ready: readonly Tool[]; waiting: readonly Tool[] },
  ) => void;
  /** Called with what identifies each tool, before it can be called. */
  readonly onSeen: (fingerprints: ReadonlyMap<string, string>) => Promise<void>;
}

/** One server, with a connection that is opened again when it breaks. */
export interface Server {
  status(): McpStatus;
  /** Connects again at once, or lists the tools of an open connection again. */
  again(): Promise<McpStatus>;
  /** Ends an open connection, and connects again. */
  reconnect(): Promise<McpStatus>;
  /** Holds the connection until `signal` aborts. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
}

/** Creates a server; nothing happens before `run`. */
export function createServer(name: string, config: McpServerConfig, deps: ServerDeps): Server {
  const log = deps.log.child({ mcp: name });
  let connection: McpConnection | undefined;
  let known = new Map<string, Tool>();
  let state: McpStatus["state"] = config.enabled ? "connecting" : "off";
  let reason: string | null = config.enabled ? null : "It is turned off.";
  let last: Pick<McpStatus, "transport" | "server"> = { transport: null, server: null };
  let connectedAt = Infinity;
  let isRunning = false;
  /** Ends the open connection, so that the next attempt follows at once. */
  let drop: (() => void) | undefined;
  let isDropped = false;
  const retry = createWakeup();
  const settled: (() => void)[] = [];

  const settle = (next: McpStatus["state"], why: string | null) => {
    state = next;
    reason = why;
    for (const resolve of settled.splice(0)) resolve();
  };
  const status = (): McpStatus => ({
    name,
    state,
    ...last,
    tools: [...known.values()].map((tool) => tool.name),
    reason,
  });
  const addInstructions = createInstructions(name);
  const call: McpConnection["call"] = async (tool, args, context) => {
    if (connection) {
      const { instructions } = connection;
      const result = await connection.call(tool, args, context);
      const session = context.mcpCall?.session;
      return session === undefined ? result : addInstructions(result, instructions, session);
    }
    throw new Fault("unavailable", `The MCP server ${name} is not connected.`, {
      hint: `Test the connection: reeve mcp test ${name}`,
    });
  };

  /** Converts tools. Unchanged ones stay the same objects, so they are not indexed again. */
  const take = async (open: McpConnection, signal: AbortSignal) => {
    const found = await open.tools(signal);
    const next = new Map<string, Tool>();
    const seen = new Map<string, string>();
    for (const one of found) {
      const print = fingerprintOf(one, config);
      const tool = known.get(`${one.name} ${print}`) ?? toTool(name, one, { config, call });
      // A name that comes twice means its first tool.
      if (seen.has(tool.name)) continue;
      next.set(`${one.name} ${print}`, tool);
      seen.set(tool.name, print);
    }
    await deps.onSeen(seen);
    deps.onTools(name, { ready: [...next.values()], waiting: [] });
    known = next;
  };

  /** Follows a connection until it ends. */
  const follow = async (open: McpConnection, changed: Wakeup, signal: AbortSignal) => {
    const dropped = Promise.withResolvers<void>();
    drop = dropped.resolve;
    const ended = Promise.race([
      open.closed.then(() => true),
      dropped.promise.then(() => true),
      untilAborted(signal).then(() => true),
    ]);
    for (let isOver = false; !isOver;) {
      await take(open, signal);
      settle("connected", null);
      isOver = await Promise.race([ended, changed.wait().then(() => false)]);
    }
  };

  const attempt = async (signal: AbortSignal): Promise<void> => {
    const changed = createWakeup();
    const onToolsChange = () => changed.notify();
    await using open = await deps.connect({ name, config, onToolsChange, signal });
    last = { transport: open.transport, server: open.server };
    connection = open;
    connectedAt = deps.clock.now();
    log.info("mcp server is connected", { transport: open.transport });
    try {
      await follow(open, changed, signal);
    } finally {
      connection = undefined;
      deps.onTools(name, { ready: [], waiting: [...known.values()] });
    }
  };

  /** Connects for a moment: nothing holds the connection. */
  const probe = async (): Promise<void> => {
    const { signal } = new AbortController();
    try {
      await using open = await deps.connect({ name, config, onToolsChange: () => {}, signal });
      last = { transport: open.transport, server: open.server };
      await take(open, signal);
      settle("connected", null);
    } catch (error) {
      settle(stateOf(error), reasonOf(error));
    }
  };
  const nextOutcome = async (): Promise<McpStatus> => {
    const outcome = Promise.withResolvers<void>();
    settled.push(outcome.resolve);
    await outcome.promise;
    return status();
  };
  const again = async (): Promise<McpStatus> => {
    if (!config.enabled) return status();
    // An open connection stays: calls may be running.
    if (connection) await take(connection, new AbortController().signal);
    else if (isRunning) {
      const outcome = nextOutcome();
      retry.notify();
      return outcome;
    } else await probe();
    return status();
  };

  return {
    status,
    again,
    async reconnect() {
      if (!connection) return again();
      isDropped = true;
      const outcome = nextOutcome();
      drop?.();
      return outcome;
    },
    async run(signal) {
      if (!config.enabled) return;
      isRunning = true;
      for (let delay = FIRST_RETRY_MS; !signal.aborted;) {
        const begun = await attempt(signal).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (signal.aborted) break;
        if (isDropped) {
          isDropped = false;
          continue;
        }
        const held = deps.clock.now() - connectedAt;
        connectedAt = Infinity;
        const why = begun ? reasonOf(begun.error) : `The MCP server ${name} closed the connection.`;
        settle(stateOf(begun?.error), why);
        if (held >= STABLE_MS) delay = FIRST_RETRY_MS;
        log.warn("mcp server is not connected", { reason: why, retryMs: delay });
        const over = new AbortController();
        const paused = AbortSignal.any([signal, over.signal]);
        // A login may take days: until then, another attempt would fail as this one did.
        const pause = state === "login" ? untilAborted(paused) : deps.pause(delay, paused);
        await Promise.race([pause, retry.wait()]);
        over.abort(OVER);
        delay = Math.min(delay * 2, MAX_RETRY_MS);
        state = "connecting";
      }
      isRunning = false;
      settle("off", "It has stopped.");
    },
  };
}

function stateOf(error: unknown): "login" | "failed" {
  return error instanceof LoginRequired ? "login" : "failed";
}
