import { once } from "node:events";
import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { untilAborted } from "../../kernel/wait.ts";
import type { Control } from "../../core/control.ts";
import type { Events } from "../../core/events/events.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Channel } from "../kit/channel.ts";
import type { OpenMcp } from "../dispatch.ts";
import { serveClient } from "./serve-client.ts";

export interface CliDeps {
  /** Path of the socket; see `socketPath`. */
  readonly path: string;
  /** Person behind every connection: access to the socket identifies the owner. */
  readonly owner: Principal;
  readonly control: Control;
  readonly events: Events;
  /** Version of Reeve. */
  readonly version: string;
  /** Display name of the model. */
  readonly model: string;
  readonly clock: Clock;
  /**
   * Receives every error that is not a `Fault`, once; the client learns only that an error
   * occurred.
   */
  readonly onBug: (error: unknown) => void;
  /** Serves MCP clients on the socket. Default: MCP is refused. */
  readonly openMcp?: OpenMcp;
  /** Called each time the channel starts to listen. */
  readonly onListening?: () => void;
}

/**
 * Creates the terminal channel: a Unix socket for any number of clients that exchange frames. Only
 * the owner's processes can open it (mode 0600). The caller holds the lock of the home folder, so
 * an existing socket file is stale and is removed. `listen` resolves once the last client has left.
 */
export function createCliChannel(deps: CliDeps): Channel {
  return {
    name: "cli",
    async listen(inbox, signal) {
      const clients = new Set<Promise<void>>();
      await using server = createServer((socket) => {
        const client = serveClient(socket, { ...deps, inbox, signal });
        clients.add(client);
        void client.finally(() => clients.delete(client));
      });
      await bind(server, deps.path);
      deps.onListening?.();

      const closed = once(server, "close");
      void untilAborted(signal).then(() => server.close());
      await closed;
      await Promise.all(clients);
    },
  };
}

async function bind(server: Server, socketPath: string): Promise<void> {
  await mkdir(path.dirname(socketPath), { recursive: true, mode: 0o700 });
  await rm(socketPath, { force: true });
  const listening = once(server, "listening");
  // The umask applies while `listen` creates the file, so others can never open it.
  const before = process.umask(0o077);
  server.listen(socketPath);
  process.umask(before);
  await listening;
  await chmod(socketPath, 0o600);
}
