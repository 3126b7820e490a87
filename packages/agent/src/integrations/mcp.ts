import { EFFECTS } from "@reeve/sdk";
import { z } from "zod";
import type { SessionId } from "../kernel/ids.ts";
import type { Sampling } from "../kernel/sampling.ts";
import { secret } from "../platform/secret.ts";

/** A server in the config. */
export const mcpServer = z
  .object({
    command: z
      .string()
      .min(1)
      .optional()
      .describe("The program to start, which speaks MCP on its standard input and output."),
    args: z.array(z.string()).default([]).describe("The program's arguments."),
    env: z
      .record(z.string(), secret())
      .default({})
      .describe("Environment variables of the program."),
    sandbox: z
      .enum(["on", "off"])
      .default("on")
      .describe("Whether the program runs in a sandbox. It needs bubblewrap."),
    network: z
      .boolean()
      .default(false)
      .describe("Whether the program reaches the network from its sandbox."),
    folders: z
      .array(
        z.object({
          path: z.string().startsWith("/").describe("An absolute path on this machine."),
          writable: z.boolean().default(false).describe("Whether the program may write there."),
        }),
      )
      .default([])
      .describe(
        "Folders that the program sees in its sandbox, and that the server receives as its roots. Its working folder is its own.",
      ),
    url: z.url().optional().describe("The address of a server that speaks MCP over HTTP."),
    headers: z
      .record(z.string(), secret())
      .default({})
      .describe("Headers of each request, such as Authorization."),
    oauth: z
      .object({
        grant: z
          .enum(["authorization-code", "client-credentials"])
          .default("authorization-code")
          .describe(
            "How the agent signs in: a person does, with `reeve mcp login`, or the client's own secret does.",
          ),
        clientId: z
          .string()
          .min(1)
          .optional()
          .describe("A client that you registered. Default: the agent registers one."),
        clientSecret: secret().optional().describe("The client's secret."),
        issuer: z
          .url()
          .optional()
          .describe(
            "The authorization server that issued the client. No other receives the secret.",
          ),
        clientMetadataUrl: z
          .url({ protocol: /^https$/ })
          .optional()
          .describe("The address of your client metadata document, instead of a registration."),
        scope: z.string().min(1).optional().describe("Scopes for client-credentials."),
      })
      .refine(
        ({ clientId, clientSecret, issuer }) =>
          clientSecret === undefined || (clientId !== undefined && issuer !== undefined),
        { error: "set clientId and issuer with clientSecret" },
      )
      .refine(
        ({ grant, clientSecret }) => grant !== "client-credentials" || clientSecret !== undefined,
        { error: "set clientSecret for client-credentials" },
      )
      .prefault({})
      .describe("Signing in at servers that require it."),
    sampling: z
      .boolean()
      .default(false)
      .describe(
        "Whether the server may use the agent's model during a call. The requests count toward the budgets of the person for whom the call runs.",
      ),
    enabled: z.boolean().default(true).describe("Whether the agent connects to the server."),
    scope: z
      .enum(["always", "dm-only", "group-only", "admin-only"])
      .default("always")
      .describe("Where the server's tools may be used."),
    access: z
      .enum(["owner", "admin", "member", "anyone"])
      .default("admin")
      .describe("Who may use the server's tools."),
    effects: z
      .record(z.string(), z.enum(EFFECTS))
      .default({})
      .describe(
        "What tools do, by their names on the server. Default: what the server declares, otherwise `send`, which needs approval.",
      ),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(3600)
      .default(60)
      .describe("The maximum time between two signs of life during a call."),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: "set either command or url",
  });

/** The `mcp` section of the config. */
export const mcpConfig = z.object({
  servers: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,23}$/, {
        error: "names of MCP servers have up to 24 lowercase letters, digits and hyphens",
      }),
      mcpServer,
    )
    .default({})
    .describe("MCP servers by name. Their tools are named mcp_<server>_<tool>."),
});

export type McpConfig = z.output<typeof mcpConfig>;
export type McpServerConfig = z.output<typeof mcpServer>;

/** The agent's side of a call of a server's tool. */
export interface McpCall {
  /** Session of the conversation that reads the result; undefined if another call reads it. */
  readonly session: SessionId | undefined;
  /** Absent where no turn pays for requests. */
  readonly sampling: Sampling | undefined;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly mcpCall: McpCall;
  }
}

/** State of the connection to a server. */
export interface McpStatus {
  readonly name: string;
  /** `login`: a person has to sign in first. */
  readonly state: "connecting" | "connected" | "failed" | "login" | "off";
  readonly transport: "stdio" | "http" | "sse" | null;
  /** The server's name and version in its own words; null before the first connection. */
  readonly server: string | null;
  /** Names of its tools, as the agent knows them. */
  readonly tools: readonly string[];
  /** Why it is not connected; null if it is. */
  readonly reason: string | null;
}

/** Servers of tools, each with a connection that is opened again when it breaks. */
export interface McpServers {
  list(): readonly McpStatus[];
  /** Connects again at once and returns the outcome. `missing` for a name that is not in the config. */
  test(name: string): Promise<McpStatus>;
  /** Connects to one more server. `conflict` if the name is taken. */
  add(name: string, config: McpServerConfig): McpStatus;
  /** Ends a server's connection; its tools and its login go with it. */
  remove(name: string): Promise<void>;
  /** Returns the address at which a person signs in, or null if the server needs no login. */
  login(name: string): Promise<string | null>;
  /** Ends a login with the address to which the browser was sent. Throws `invalid` if it belongs to no login. */
  finishLogin(name: string, redirect: string): Promise<McpStatus>;
  /** Removes what a login stored, and connects again. */
  logout(name: string): Promise<McpStatus>;
  /** Holds the connections until `signal` aborts. Never rejects because of a server. */
  run(signal: AbortSignal): Promise<void>;
}
