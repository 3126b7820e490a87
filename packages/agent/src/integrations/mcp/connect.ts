import { type Client, SdkHttpError, type Tool as ServerTool } from "@modelcontextprotocol/client";
import type { Log } from "../../platform/log.ts";
import type { McpServerConfig } from "../mcp.ts";
import { readCallResult } from "./call-result.ts";
import { createCalls } from "./calls.ts";
import { type ContentTool, contentTools } from "./content-tools.ts";
import { createClient, type Elicit, type Sample } from "./create-client.ts";
import { createOAuthProvider, type OAuthDeps } from "./oauth.ts";
import { openTransport, type StdioCommand, type TransportKind } from "./open-transport.ts";
import { toFault } from "./to-fault.ts";
import type { CallServer } from "./to-tool.ts";

export interface ConnectDeps {
  readonly log: Log;
  /** Version of Reeve. */
  readonly version: string;
  /** Puts a server's program into its sandbox. */
  readonly sandboxed: (command: StdioCommand) => Promise<StdioCommand>;
  readonly oauth: OAuthDeps;
  /** Answers a server's questions. Default: the answers of the call; without one, the call ends. */
  readonly elicit?: Elicit | undefined;
  /** Answers a server's requests to the model. Default: the model of the call; without one, they are refused. */
  readonly sample?: Sample | undefined;
}

export interface McpConnection extends AsyncDisposable {
  /** The server's name and version in its own words. */
  readonly server: string;
  readonly transport: TransportKind;
  /** The server's own text on how to use it. */
  readonly instructions: string | undefined;
  /** Lists the server's tools, at most `MAX_TOOLS`, and those for its resources and prompts. */
  tools(signal: AbortSignal): Promise<readonly ServerTool[]>;
  readonly call: CallServer;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
}

export interface ConnectOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChange: () => void;
  readonly signal: AbortSignal;
}

/** A server that offers more is cut off. */
const MAX_TOOLS = 500;
const CONNECT_MS = 30_000;

/** Connects to a server and shakes hands. Rejects with a fault that names the server. */
export async function connectMcp(
  { name, config, onToolsChange, signal }: ConnectOptions,
  deps: ConnectDeps,
): Promise<McpConnection> {
  const log = deps.log.child({ mcp: name });
  const closed = Promise.withResolvers<void>();
  const authProvider = createOAuthProvider(name, config, deps.oauth);
  const calls = createCalls(name, config, { onAbandoned: () => void close() });
  const { elicit = calls.elicit, sample = calls.sample } = deps;
  const open = async (kind: TransportKind): Promise<Client> => {
    const client = createClient(config, { ...deps, elicit, sample, log, onToolsChange });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
    client.onerror = (error) => log.debug("mcp connection reported an error", { error });
    const transport = await openTransport(kind, config, { ...deps, authProvider });
    try {
      await client.connect(transport, { signal, timeout: CONNECT_MS });
    } catch (error) {
      await client.close();
      throw error;
    }
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
    client.onclose = () => closed.resolve();
    return client;
  };
  const { client, transport } = await dial(name, { config, open, signal });
  const info = client.getServerVersion();
  let contents: ReadonlyMap<string, ContentTool> = new Map();
  const close = async () => {
    await client.close();
    closed.resolve();
  };

  return {
    server: info ? `${info.name} ${info.version}` : name,
    transport,
    instructions: client.getInstructions(),
    closed: closed.promise,
    async tools(limit) {
      const found = await listTools(client, limit).catch((error: unknown) => {
        throw toFault(name, error, limit);
      });
      const taken = new Set(found.map((tool) => tool.name));
      const free = contentTools(name, client).filter((tool) => !taken.has(tool.name));
      contents = new Map(free.map((tool) => [tool.name, tool]));
      return [...found, ...free];
    },
    call: (tool, args, context) =>
      calls.run(context, async (options) => {
        const content = contents.get(tool);
        if (content) return content.run(args, options);
        const result = await client.callTool({ name: tool, arguments: { ...args } }, options);
        return readCallResult(name, result);
      }),
    [Symbol.asyncDispose]: close,
  };
}

async function listTools(client: Client, signal: AbortSignal): Promise<readonly ServerTool[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const found: ServerTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, {
      signal,
      timeout: CONNECT_MS,
    });
    found.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < MAX_TOOLS);
  return found.slice(0, MAX_TOOLS);
}

interface Dial {
  readonly config: McpServerConfig;
  readonly open: (kind: TransportKind) => Promise<Client>;
  readonly signal: AbortSignal;
}

/** Statuses with which a server says that it does not speak the current protocol at this address. */
const OLDER: readonly number[] = [400, 404, 405];

/** Tries the transports that may fit: over HTTP the current one, then the older one with server-sent events. */
async function dial(name: string, { config, open, signal }: Dial) {
  const transport = config.command === undefined ? "http" : "stdio";
  try {
    return { client: await open(transport), transport } as const;
  } catch (error) {
    if (!(error instanceof SdkHttpError) || !OLDER.includes(error.status))
      throw toFault(name, error, signal);
  }
  try {
    return { client: await open("sse"), transport: "sse" } as const;
  } catch (error) {
    throw toFault(name, error, signal);
  }
}
