import {
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { McpServerConfig } from "../mcp.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { OAuthDeps } from "./oauth.ts";
import { renewInOrder } from "./renew-in-order.ts";

/** A command with its environment, ready to be started. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type TransportKind = "stdio" | "http" | "sse";

export interface TransportDeps {
  /** Puts a server's program into its sandbox. */
  readonly sandboxed: (command: StdioCommand) => Promise<StdioCommand>;
  /** Signs in at the server; undefined if the config contains its credentials. */
  readonly authProvider: OAuthClientProvider | undefined;
  readonly oauth: Pick<OAuthDeps, "send">;
}

/** Opens the way to a server: starts its program, or prepares its requests. */
export async function openTransport(
  kind: TransportKind,
  config: McpServerConfig,
  { sandboxed, ...deps }: TransportDeps,
): Promise<Transport> {
  if (kind !== "stdio") return openHttpTransport(kind, config, deps);
  const { command = "", args } = config;
  const plain = { command, args, env: revealed(config.env) };
  const started = config.sandbox === "on" ? await sandboxed(plain) : plain;
  return new StdioClientTransport({ ...started, args: [...started.args], stderr: "ignore" });
}

/** Prepares the requests to a server on the network. */
export function openHttpTransport(
  kind: "http" | "sse",
  config: McpServerConfig,
  { authProvider, oauth: { send } }: Omit<TransportDeps, "sandboxed">,
): StreamableHTTPClientTransport | SSEClientTransport {
  const url = new URL(config.url ?? "");
  const guarded = createGuardedFetch(config, send);
  const fetch = renewInOrder(withHeaders(guarded, url.origin, revealed(config.headers)));
  const options = { fetch, ...(authProvider && { authProvider }) };
  if (kind === "sse") return new SSEClientTransport(url, options);
  return new StreamableHTTPClientTransport(url, options);
}

/** The headers of the config are credentials of their server: authorization servers never see them. */
function withHeaders(
  fetch: FetchLike,
  origin: string,
  headers: Readonly<Record<string, string>>,
): FetchLike {
  return (url, init) => {
    if (new URL(url).origin !== origin) return fetch(url, init);
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value);
    return fetch(url, { ...init, headers: all });
  };
}

function revealed(values: McpServerConfig["env"]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.reveal()]));
}
