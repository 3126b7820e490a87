import { pathToFileURL } from "node:url";
import { Client, type ElicitRequestParams, type ElicitResult } from "@modelcontextprotocol/client";
import type { Log } from "../../platform/log.ts";
import type { McpServerConfig } from "../mcp.ts";

/** Answers a question that a server asks during a call. */
export type Elicit = (request: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>;

export interface ClientOptions {
  readonly log: Log;
  /** Version of Reeve. */
  readonly version: string;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChange: () => void;
  /** Undefined if nobody can be asked. */
  readonly elicit?: Elicit | undefined;
}

/** Creates the client of one connection, with what it offers to the server. */
export function createClient(
  { command, folders }: McpServerConfig,
  { log, version, onToolsChange, elicit }: ClientOptions,
): Client {
  const hasRoots = folders.length > 0;
  const client = new Client(
    { name: "reeve", version },
    {
      capabilities: {
        // Servers that receive roots ignore the folders in their own arguments.
        ...(hasRoots && { roots: {} }),
        ...(elicit && { elicitation: { form: { applyDefaults: true }, url: {} } }),
      },
      // A program that is silent about the newer protocol would cost a second process and a timeout.
      versionNegotiation: { mode: command === undefined ? "auto" : "legacy" },
      listChanged: { tools: { autoRefresh: false, onChanged: onToolsChange } },
    },
  );
  if (hasRoots)
    client.setRequestHandler("roots/list", async () => ({
      roots: folders.map(({ path }) => ({ uri: pathToFileURL(path).href, name: path })),
    }));
  if (elicit)
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
      elicit(params, mcpReq.signal),
    );
  client.setNotificationHandler("notifications/message", ({ params: { level, logger, data } }) =>
    log.debug("mcp server says", { level, logger, data }),
  );
  return client;
}
