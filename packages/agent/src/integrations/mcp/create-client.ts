import { pathToFileURL } from "node:url";
import {
  Client,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type ElicitRequestParams,
  type ElicitResult,
} from "@modelcontextprotocol/client";
import type { Log } from "../../platform/log.ts";
import type { McpServerConfig } from "../mcp.ts";

/** Answers a question that a server asks during a call. */
export type Elicit = (request: ElicitRequestParams) => Promise<ElicitResult>;

/** Answers a server's request to the model during a call. */
export type Sample = (request: CreateMessageRequestParams) => Promise<CreateMessageResult>;

export interface ClientOptions {
  readonly log: Log;
  /** Version of Reeve. */
  readonly version: string;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChange: () => void;
  readonly elicit: Elicit;
  readonly sample: Sample;
}

/** Creates the client of one connection, with what it offers to the server. */
export function createClient(
  { command, folders, sampling }: McpServerConfig,
  { log, version, onToolsChange, elicit, sample }: ClientOptions,
): Client {
  const hasRoots = folders.length > 0;
  const client = new Client(
    { name: "reeve", version },
    {
      capabilities: {
        // Servers that receive roots ignore the folders in their own arguments.
        ...(hasRoots && { roots: {} }),
        ...(sampling && { sampling: {} }),
        elicitation: { form: { applyDefaults: true }, url: {} },
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
  if (sampling) client.setRequestHandler("sampling/createMessage", ({ params }) => sample(params));
  client.setRequestHandler("elicitation/create", ({ params }) => elicit(params));
  client.setNotificationHandler("notifications/message", ({ params: { level, logger, data } }) =>
    log.debug("mcp server says", { level, logger, data }),
  );
  return client;
}
