import { nothing } from "@reeve/operations/fields";
import { conversationFieldOf, httpOf, type Operation } from "@reeve/operations/operation";
import { wireInputOf } from "@reeve/operations/wire-input";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { hasScope, type TokenScope } from "../../../kernel/token-scope.ts";
import { isRecord } from "../../../kernel/text/json.ts";
import type { RunOnce } from "../idempotent-request.ts";
import { type Answer, answerSchema } from "../streams/answer.ts";
import { ASK_SCOPE, askAgent, type AskContext, askTool, parseAskInput } from "./ask-tool.ts";
import { findOperation } from "./list-tools.ts";
import type { McpCaller } from "./mcp-caller.ts";

/** A call of a tool, as a client sends it. */
export interface McpCall extends AskContext {
  readonly name: string;
  readonly args: unknown;
}

/**
 * Calls a tool. Returns undefined for an unknown tool. Throws a `Fault` for a refusal or a failure.
 * A call with a key happens once: repeats get the first result, as over HTTP.
 */
export async function callTool(
  call: McpCall,
  caller: McpCaller,
  once: RunOnce,
): Promise<CallToolResult | undefined> {
  if (call.name === askTool.name) return callAsk(call, caller, once);
  const operation = findOperation(call.name);
  return operation && callOperation(operation, { call, caller, once });
}

async function callAsk(call: McpCall, caller: McpCaller, once: RunOnce): Promise<CallToolResult> {
  requireScope(ASK_SCOPE, call.name, caller);
  const input = parseAskInput(call.args);
  const request = { call, caller, once, repeat: "again", output: answerSchema } as const;
  const answer = await runOnce(request, (key) => askAgent(input, caller, { ...call, key }));
  return {
    content: [{ type: "text", text: formatAnswer(answer, caller) }],
    structuredContent: { ...answer },
    ...(answer.status === "failed" && { isError: true }),
  };
}

/** Returns an answer as text for a model: the reply, and what is pending. */
function formatAnswer(
  { response, approvals, status, reason }: Answer,
  { scopes }: McpCaller,
): string {
  const how = hasScope(scopes, "approve")
    ? "Decide it with approvals_decide."
    : "This connection cannot decide it. The approver answers in the chat or with `reeve approvals`.";
  const pending = approvals.map(
    ({ approval, question, tool }) =>
      `Approval ${approval} is pending for ${tool}: ${question}\n${how}`,
  );
  const why = reason === undefined ? [] : [`Reason: ${reason}`];
  const lines = [response, ...pending, ...why].filter((line) => line !== "");
  return lines.length > 0 ? lines.join("\n\n") : `The message is ${status}.`;
}

interface OperationCall {
  readonly call: McpCall;
  readonly caller: McpCaller;
  readonly once: RunOnce;
}

async function callOperation(
  operation: Operation,
  { call, caller, once }: OperationCall,
): Promise<CallToolResult> {
  requireScope(operation.scope, call.name, caller);
  const { input, chat } = readInput(operation, call);
  // As over HTTP, only a POST is remembered by its key.
  const key = httpOf(operation).method === "POST" ? call.key : undefined;
  const { repeat, output } = operation;
  const request = { call: { ...call, key }, caller, once, repeat, output };
  const value = await runOnce(request, (callKey) =>
    caller.ask(operation, input, { chat, key: callKey }),
  );
  if (output === nothing) return { content: [{ type: "text", text: "Done." }] };
  return {
    content: [{ type: "text", text: JSON.stringify(value) }],
    ...(isRecord(value) && { structuredContent: value }),
  };
}

/** Checks the arguments of an operation, and separates the chat they refer to. Throws `invalid`. */
function readInput(operation: Operation, { name, args }: McpCall) {
  const parsed = wireInputOf(operation).safeParse(args ?? {});
  if (!parsed.success) throw new Fault("invalid", `${name}: ${z.prettifyError(parsed.error)}`);
  const field = conversationFieldOf(operation);
  if (field === undefined) return { input: parsed.data };
  const { [field]: chat, ...input } = z.record(z.string(), z.unknown()).parse(parsed.data);
  return { input, chat: z.string().parse(chat) };
}

interface RepeatableCall<Output extends z.ZodType> extends OperationCall {
  readonly output: Output;
  readonly repeat: Operation["repeat"];
}

/** Runs a call; a repeat with the same key gets the stored result. */
async function runOnce<Output extends z.ZodType>(
  { call: { name, args, key }, caller, once, repeat, output }: RepeatableCall<Output>,
  run: (key: string | undefined) => Promise<z.output<Output>>,
): Promise<z.output<Output>> {
  if (key === undefined) return run(undefined);
  const response = await once(
    {
      caller,
      route: { method: "POST", ...(repeat && { repeat }) },
      url: new URL(`mcp://reeve/tools/${name}`),
      key,
      bytes: Buffer.from(JSON.stringify(args ?? {})),
    },
    async (callKey) => Response.json((await run(callKey)) ?? null),
  );
  const value: unknown = await response.json();
  return output.parse(value ?? undefined);
}

function requireScope(needed: TokenScope, name: string, { scopes }: McpCaller): void {
  if (hasScope(scopes, needed)) return;
  throw new Fault(
    "denied",
    `${name} needs the scope "${needed}"; this connection has "${scopes.join(", ")}".`,
    { hint: `Create another token: reeve tokens create <name> --scope ${needed}` },
  );
}
