import { mcp } from "@reeve/operations/agent/mcp";
import type { McpServers } from "../../integrations/mcp.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";

export interface McpOperationDeps {
  readonly servers: Pick<McpServers, "list" | "test">;
  readonly newId: NewId;
}

export function createMcpOperations({ servers, newId }: McpOperationDeps): Implementation {
  return implement(
    mcp,
    {
      list: async (page) => cutPage(servers.list(), page, ({ name }) => name),
      test: ({ name }) => servers.test(name),
    },
    newId,
  );
}
