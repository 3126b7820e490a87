import { Fault } from "@reeve/sdk";
import { untilAborted } from "../../kernel/wait.ts";
import type { McpConfig, McpServerConfig, McpServers } from "../mcp.ts";
import type { SignIn } from "./login.ts";
import { createServer, type Server, type ServerDeps } from "./server.ts";

export interface McpDeps extends ServerDeps {
  readonly signIn: SignIn;
}

interface Entry {
  readonly config: McpServerConfig;
  readonly server: Server;
  readonly removed: AbortController;
  /** Settles when the server's connection has ended; undefined before it is started. */
  running?: Promise<void>;
}

/** Creates the connections to the servers of the config. Nothing happens before `run`. */
export function createMcpServers({ servers }: McpConfig, deps: McpDeps): McpServers {
  const all = new Map<string, Entry>();
  let running: AbortSignal | undefined;
  let receiving = new AbortController();

  const start = ({ server, removed }: Entry) =>
    running && server.run(AbortSignal.any([running, removed.signal]));
  const open = (name: string, config: McpServerConfig): Entry => {
    const entry: Entry = {
      config,
      server: createServer(name, config, deps),
      removed: new AbortController(),
    };
    all.set(name, entry);
    const started = start(entry);
    if (started) entry.running = started;
    return entry;
  };
  const find = (name: string): Entry => {
    const entry = all.get(name);
    if (entry) return entry;
    throw new Fault("missing", `There is no MCP server named ${name}.`, {
      hint: "List them: reeve mcp",
    });
  };
  const finishLogin = async (name: string, redirect: string) => {
    const { config, server } = find(name);
    await deps.signIn.finish(name, config, redirect);
    return server.again();
  };
  /** The browser comes to this machine, if it runs here; otherwise people pass on the address. */
  const receive = (name: string) => {
    receiving.abort();
    receiving = new AbortController();
    if (!running) return;
    const signal = AbortSignal.any([running, receiving.signal]);
    void deps.signIn.receive(async (redirect) => void (await finishLogin(name, redirect)), signal);
  };
  for (const [name, config] of Object.entries(servers)) open(name, config);

  return {
    list: () => [...all.values()].map(({ server }) => server.status()),
    test: async (name) => find(name).server.again(),
    add(name, config) {
      if (all.has(name))
        throw new Fault("conflict", `There is already an MCP server named ${name}.`, {
          hint: `Choose another name, or remove it first: reeve mcp remove ${name}`,
        });
      return open(name, config).server.status();
    },
    async remove(name) {
      const { removed, running: ended } = find(name);
      removed.abort();
      await ended;
      all.delete(name);
      deps.onTools(name, { ready: [], waiting: [] });
      await deps.signIn.remove(name);
    },
    async login(name) {
      const { config, server } = find(name);
      const url = (await deps.signIn.waiting(name, config)) ?? (await startLogin(name, server));
      if (url !== null) receive(name);
      return url;
    },
    finishLogin,
    async logout(name) {
      const { server } = find(name);
      await deps.signIn.remove(name);
      return server.reconnect();
    },
    async run(signal) {
      running = signal;
      for (const entry of all.values()) {
        const started = start(entry);
        if (started) entry.running = started;
      }
      await untilAborted(signal);
      await Promise.all([...all.values()].flatMap((entry) => entry.running ?? []));
    },
  };

  async function startLogin(name: string, server: Server): Promise<string | null> {
    const { state, reason } = await server.again();
    const { config } = find(name);
    const url = await deps.signIn.waiting(name, config);
    if (url !== undefined) return url;
    if (state === "connected") return null;
    throw new Fault("unavailable", reason ?? `The MCP server ${name} is not connected.`);
  }
}
