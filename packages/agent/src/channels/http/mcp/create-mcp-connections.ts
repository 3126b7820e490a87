import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { Ask } from "@reeve/operations/ask";
import { Fault } from "@reeve/sdk";
import type { Control } from "../../../core/control.ts";
import { apiAddress } from "../../../core/client-chats.ts";
import type { Idempotency } from "../../../core/idempotency.ts";
import type { NewId } from "../../../kernel/ids.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { TokenScope } from "../../../kernel/token-scope.ts";
import type { Log } from "../../../platform/log.ts";
import { askAs } from "../../../operations/ask.ts";
import type { OpenMcp } from "../../dispatch.ts";
import type { HttpAgent } from "../http-agent.ts";
import { createIdempotentRequests } from "../idempotent-request.ts";
import type { McpCaller } from "./mcp-caller.ts";

export interface McpConnectionDeps {
  /** Person behind every connection. */
  readonly person: Principal;
  readonly control: Control;
  /** Returns the running agent, or rejects with `unavailable`. */
  readonly agent: () => Promise<HttpAgent>;
  readonly repeats: Idempotency;
  readonly newId: NewId;
  readonly log: Pick<Log, "error">;
  /** Version of Reeve. */
  readonly version: string;
  /** Aborts when the agent stops. Turns continue after the next start. */
  readonly stopping: AbortSignal;
}

/** Id under which all connections of the socket remember calls by their keys. */
const LOCAL = "local";

/**
 * Serves MCP on connections that carry single messages, such as the agent's socket: the same tools
 * with the same checks as over HTTP.
 */
export function createMcpConnections(deps: McpConnectionDeps): OpenMcp {
  const once = createIdempotentRequests(deps.repeats);
  return async (scopes, { send, signal }) => {
    const [{ serveStdio }, { createMcpServer }, { parseJSONRPCMessage }] = await Promise.all([
      import("@modelcontextprotocol/server/stdio"),
      import("./create-mcp-server.ts"),
      import("@modelcontextprotocol/server"),
    ]);
    const caller = createCaller(scopes, deps);
    const transport: Transport = {
      start: async () => undefined,
      send: async (message) => send(message),
      close: async () => transport.onclose?.(),
    };
    const serving = serveStdio(() => createMcpServer({ ...deps, once }, () => caller), {
      transport,
    });
    signal.addEventListener("abort", () => void serving.close(), { once: true });
    return {
      take: (message) => transport.onmessage?.(readMessage(message, parseJSONRPCMessage)),
    };
  };
}

function createCaller(
  scopes: readonly TokenScope[],
  { person, control, agent, newId, stopping }: McpConnectionDeps,
): McpCaller {
  const ask: Ask = async (operation, input, { chat, key } = {}) => {
    const { conversations } = await agent();
    const { channel, externalId } =
      chat === undefined ? apiAddress(person, "main") : await conversations.find(chat, person);
    return askAs(control, { person, channel, externalId, key })(operation, input);
  };
  return { id: LOCAL, session: newId(), person, scopes, key: undefined, ask, agent, stopping };
}

function readMessage(message: unknown, parse: (value: unknown) => JSONRPCMessage): JSONRPCMessage {
  try {
    return parse(message);
  } catch (cause) {
    throw new Fault("invalid", "The message is not valid JSON-RPC.", { cause });
  }
}
