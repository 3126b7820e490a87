import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { McpServers } from "../../integrations/mcp.ts";
import { createMcpServers } from "../../integrations/mcp/servers.ts";
import type { ConnectOptions, StdioCommand } from "../../integrations/mcp/connect.ts";
import { wait } from "../../kernel/wait.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import { type AgentKernel, TENANT } from "../agent-kernel.ts";
import { createChannelMemory } from "../channels/create-channel-memory.ts";
import { programLimits } from "./program-limits.ts";

/** Opens the MCP servers of the config; their tools come into the toolbox once they are connected. */
export function openMcp(kernel: AgentKernel, toolbox: Pick<Toolbox, "replace">): McpServers {
  const { config, clock, log, version } = kernel;
  return createMcpServers(config.mcp, {
    log,
    clock,
    pause: wait,
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
        sandboxed: (command) => putInSandbox(kernel, options, command),
      });
    },
  });
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
