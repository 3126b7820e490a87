import { mkdir } from "node:fs/promises";
import path from "node:path";
import { mcpServer, type McpServerConfig, type McpServers } from "../../integrations/mcp.ts";
import { createMcpServers } from "../../integrations/mcp/servers.ts";
import type { ConnectOptions } from "../../integrations/mcp/connect.ts";
import type { SignIn } from "../../integrations/mcp/login.ts";
import { openMcpLogins } from "../../integrations/mcp/logins.ts";
import type { OAuthDeps } from "../../integrations/mcp/oauth.ts";
import type { StdioCommand } from "../../integrations/mcp/open-transport.ts";
import {
  createHostClient,
  createLocalHostClient,
} from "../../integrations/web/create-host-client.ts";
import type { Log } from "../../platform/log.ts";
import { wait } from "../../kernel/wait.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import { type AgentKernel, TENANT } from "../agent-kernel.ts";
import { setInFile, unsetInFile } from "../../platform/config-file.ts";
import { configSchema } from "../config-schema.ts";
import { createChannelMemory } from "../channels/create-channel-memory.ts";
import { programLimits } from "./program-limits.ts";

/** Opens the MCP servers of the config; their tools come into the toolbox once they are connected. */
export function openMcp(kernel: AgentKernel, toolbox: Pick<Toolbox, "replace">): McpServers {
  const { config, clock, log, version, home, newId } = kernel;
  const [sendPublic, sendLocal] = [createHostClient(), createLocalHostClient()];
  const oauth: OAuthDeps = {
    send: (request, { isLocal, signal }) => (isLocal ? sendLocal : sendPublic)(request, signal),
    logins: openMcpLogins(home.mcpLogins),
    now: () => clock.now(),
    newState: newId,
  };
  return createMcpServers(config.mcp, {
    log,
    clock,
    pause: wait,
    signIn: createSignIn(oauth, log),
    onSeen: forgetRedefined(kernel),
    onTools: (server, { ready, waiting }) =>
      toolbox.replace(`mcp:${server}`, {
        tools: ready,
        awaited: waiting.map((tool) => ({
          name: tool.name,
          requires: `the MCP server ${server}, which is not connected`,
          load: async () => tool,
        })),
      }),
    connect: async (options) => {
      // Only agents with servers pay for the protocol.
      const { connectMcp } = await import("../../integrations/mcp/connect.ts");
      return connectMcp(options, {
        log,
        version,
        oauth,
        sandboxed: (command) => putInSandbox(kernel, options, command),
      });
    },
  });
}

/** Signs in at servers; only agents that do load the protocol for it. */
function createSignIn(oauth: OAuthDeps, log: Log): SignIn {
  return {
    waiting: async (name, config) => (await loadLogin()).waitingLogin(name, config, oauth),
    finish: async (name, config, redirect) =>
      (await loadLogin()).finishLogin(name, config, redirect, oauth),
    remove: (name) => oauth.logins.remove(name),
    async receive(finish, signal) {
      const { receiveRedirects } = await import("../../integrations/mcp/receive-redirects.ts");
      await receiveRedirects({ finish, signal, log });
    },
  };
}

function loadLogin() {
  return import("../../integrations/mcp/login.ts");
}

/** A server sees a folder of its own, and those that the config names; never the workspace by itself. */
async function putInSandbox(
  { config, home }: AgentKernel,
  { name, config: { network, folders } }: Pick<ConnectOptions, "name" | "config">,
  { command, args, env }: StdioCommand,
): Promise<StdioCommand> {
  const { wrapCommand } = await import("../../integrations/sandbox/create-sandbox.ts");
  const folder = path.join(home.mcp, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return wrapCommand({
    argv: [command, ...args],
    env,
    workspace: folder,
    folders,
    network,
    limits: programLimits(config.exec.limits),
    // Not among the temporary files: those are removed at each start.
    scratch: path.join(home.mcp, ".sandbox"),
  });
}

/**
 * A tool that says something else than before is no longer the one that somebody allowed for good: its grants
 * end, and calls need approval again.
 */
function forgetRedefined({ store, clock, log }: AgentKernel) {
  const known = createChannelMemory(store, { tenant: TENANT, channel: "mcp", clock });
  return async (fingerprints: ReadonlyMap<string, string>): Promise<void> => {
    for (const [tool, print] of fingerprints) {
      const before = await known.get(tool);
      if (before === print) continue;
      await known.set(tool, print, { isLasting: true });
      if (before === undefined) continue;
      const now = clock.now();
      const grants = await store.read.approvals.allGrants(now);
      const ended = grants.filter((grant) => grant.tool === tool);
      if (ended.length > 0)
        await store.commit("revoke-grant", async (tx) => {
          for (const { id } of ended) await tx.approvals.revokeGrant(id, now);
        });
      log.warn("mcp server has redefined a tool", { tool, grants: ended.length });
    }
  };
}

/** The servers in the config file of a home. */
export function mcpSettings({ home }: Pick<AgentKernel, "home">) {
  return {
    async set(name: string, server: object): Promise<McpServerConfig> {
      const text = JSON.stringify(server);
      await setInFile(configSchema, home.config, { path: `mcp.servers.${name}`, text });
      return mcpServer.parse(server);
    },
    unset: (name: string) => unsetInFile(configSchema, home.config, `mcp.servers.${name}`),
  };
}
