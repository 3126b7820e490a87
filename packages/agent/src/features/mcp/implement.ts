import { mcp } from "@reeve/operations/agent/mcp";
import { Fault } from "@reeve/sdk";
import type { McpServerConfig, McpServers } from "../../integrations/mcp.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";

export interface McpOperationDeps {
  readonly servers: Omit<McpServers, "run">;
  /** The servers in the config file. */
  readonly settings: {
    /** Writes a server and returns it with its defaults. Throws `invalid` and then writes nothing. */
    set(name: string, server: object): Promise<McpServerConfig>;
    /** Removes a server; false if it is not in the file. */
    unset(name: string): Promise<boolean>;
  };
  readonly newId: NewId;
}

/** Implements the MCP servers. A change is in the file before it happens: a restart finds it. */
export function createMcpOperations({
  servers,
  settings,
  newId,
}: McpOperationDeps): Implementation {
  const find = (name: string) => {
    const server = servers.list().find((one) => one.name === name);
    if (server) return server;
    throw new Fault("missing", `There is no MCP server named ${name}.`, {
      hint: "List them: reeve mcp",
    });
  };
  return implement(
    mcp,
    {
      list: async (page) => cutPage(servers.list(), page, ({ name }) => name),
      test: ({ name }) => servers.test(name),
      async add({ name, unsandboxed, ...server }) {
        if (servers.list().some((one) => one.name === name))
          throw new Fault("conflict", `There is already an MCP server named ${name}.`, {
            hint: `Choose another name, or remove it first: reeve mcp remove ${name}`,
          });
        if ((server.command === undefined) === (server.url === undefined))
          throw new Fault("invalid", "A server is either a program or an address.", {
            hint: `reeve mcp add ${name} https://… or reeve mcp add ${name} --command …`,
          });
        const sandbox = unsandboxed ? { sandbox: "off" } : {};
        return servers.add(name, await settings.set(name, { ...server, ...sandbox }));
      },
      async remove({ name }) {
        find(name);
        if (!(await settings.unset(name)))
          throw new Fault("conflict", `The MCP server ${name} is not in the config file.`, {
            hint: "It comes from the environment or from an option of reeve start. Remove it there.",
          });
        await servers.remove(name);
        return { name };
      },
      async login({ name, redirect }) {
        if (redirect === undefined) {
          const url = await servers.login(name);
          return { server: find(name), url };
        }
        return { server: await servers.finishLogin(name, redirect), url: null };
      },
      logout: ({ name }) => servers.logout(name),
    },
    newId,
  );
}
