import type { Ask } from "@reeve/operations/ask";
import type { Principal } from "../../../kernel/principal.ts";
import type { TokenScope } from "../../../kernel/token-scope.ts";
import type { HttpAgent } from "../http-agent.ts";

/** Sender of an MCP request, and the services that carry it out. */
export interface McpCaller {
  /** Id of the token, the browser session or the connection. */
  readonly id: string;
  /** Connection in which an id identifies one request; undefined if HTTP requests name it. */
  readonly session: string | undefined;
  readonly person: Principal;
  /** Scopes limit the connection and the role limits the person; both apply. */
  readonly scopes: readonly TokenScope[];
  /** Shared by all repeats of this request; undefined if the client names none. */
  readonly key: string | undefined;
  /** Runs an operation on behalf of the caller, with the same checks as over HTTP. */
  readonly ask: Ask;
  /** Returns the running agent, or rejects with `unavailable`. */
  readonly agent: () => Promise<HttpAgent>;
  /** Aborts when the server stops. Turns continue after the next start. */
  readonly stopping: AbortSignal | undefined;
}
