import { SdkError, UnauthorizedError } from "@modelcontextprotocol/client";
import { Fault, isFault } from "@reeve/sdk";
import { LoginRequired } from "./login-required.ts";

/** Converts an error of the protocol to a fault that names the server. */
export function toFault(server: string, error: unknown, signal: AbortSignal): Fault {
  const fault = causesOf(error).find(isFault);
  if (fault) return fault;
  if (causesOf(error).some((cause) => cause instanceof UnauthorizedError))
    return new LoginRequired(server);
  if (signal.aborted)
    return new Fault("aborted", `The call of the MCP server ${server} was stopped.`);
  const why = error instanceof Error ? error.message : String(error);
  const code = error instanceof SdkError ? "unavailable" : "invalid";
  return new Fault(code, `The MCP server ${server} failed: ${why.slice(0, 500)}`, {
    hint: `Test the connection: reeve mcp test ${server}`,
    cause: error,
  });
}

/** An error, and what caused it. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [error];
}
