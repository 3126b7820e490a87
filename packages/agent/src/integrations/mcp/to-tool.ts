import { createHash } from "node:crypto";
import type { Tool as ServerTool } from "@modelcontextprotocol/client";
import { type Effect, Fault, type Tool, type ToolContext } from "@reeve/sdk";
import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";
import { allSent, foreignParams } from "../foreign-params.ts";
import type { McpCall, McpServerConfig } from "../mcp.ts";
import { ANSWERS, type Answers, answersSchema } from "./questions.ts";
import { mcpToolName } from "./tool-name.ts";

/** Context of a call of a server's tool. */
export interface CallContext extends ToolContext {
  /** Answers to what the server may ask during the call. Default: none. */
  readonly answers?: Answers;
  /** Absent outside of the agent. */
  readonly mcpCall?: McpCall;
}

/** Calls a tool of a server; throws faults. */
export type CallServer = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
) => Promise<unknown>;

/** Maximum time of a call whose server shows signs of life. */
export const MAX_CALL_MS = 600_000;

/** Longer descriptions are cut: each is paid for when the tool is found. */
const MAX_SUMMARY = 1000;

/** Converts a server's tool to one of the agent's. */
export function toTool(
  server: string,
  { name, title, description, inputSchema, annotations }: ServerTool,
  { config, call }: { readonly config: McpServerConfig; readonly call: CallServer },
): Tool {
  const summary = (description ?? title ?? annotations?.title ?? name).slice(0, MAX_SUMMARY);
  return {
    name: mcpToolName(server, name),
    summary: `[MCP server ${server}] ${summary}`,
    effect: effectOf(config, name, annotations),
    scope: config.scope,
    access: config.access,
    timeoutMs: MAX_CALL_MS,
    params: withAnswers(foreignParams(inputSchema)),
    paramsSchema: inputSchema,
    // All arguments are sent to the server.
    sensitiveArguments: allSent(inputSchema),
    resultOrigin: "external",
    needs: ["mcpCall"],
    // An answer is a person's own, whatever was allowed before.
    alwaysAsks: (args) => isRecord(args) && args[ANSWERS] !== undefined,
    run(args, context) {
      const { [ANSWERS]: answers, ...own } = toRecord(args);
      return call(name, own, { ...context, answers: answersSchema.parse(answers ?? []) });
    },
  };
}

/**
 * Returns what identifies a tool to the person who approved it: a server may say something else tomorrow, and
 * its name may come to mean another server.
 */
export function fingerprintOf(
  { description, inputSchema, annotations }: ServerTool,
  { url, command, args }: Pick<McpServerConfig, "url" | "command" | "args">,
): string {
  const server = url ?? [command, ...args];
  const said = JSON.stringify([description ?? "", inputSchema, annotations ?? {}, server]);
  return createHash("sha256").update(said).digest("hex");
}

/**
 * The owner's choice, then the server's hints. A tool that only reads is still asked about where its arguments
 * carry what others wrote: they leave for the server.
 */
function effectOf(
  { effects }: McpServerConfig,
  name: string,
  annotations: ServerTool["annotations"],
): Effect {
  const byOwner = effects[name];
  if (byOwner) return byOwner;
  if (annotations?.readOnlyHint === true) return "read";
  return annotations?.destructiveHint === true ? "destroy" : "send";
}

/** Accepts the answers to a server's questions beside the server's own parameters. */
function withAnswers(own: z.ZodType): z.ZodType {
  return z.unknown().transform((args, context) => {
    const { [ANSWERS]: given, ...others } = isRecord(args) ? args : {};
    const params = own.safeParse(isRecord(args) ? others : args);
    const answers = answersSchema.optional().safeParse(given);
    for (const { path, message } of [params, answers].flatMap((one) => one.error?.issues ?? []))
      context.addIssue({ code: "custom", path, message });
    const checked = isRecord(params.data) ? params.data : {};
    return answers.data ? { ...checked, [ANSWERS]: answers.data } : checked;
  });
}

function toRecord(args: unknown): Readonly<Record<string, unknown>> {
  const read = z.record(z.string(), z.unknown()).safeParse(args);
  if (read.success) return read.data;
  throw new Fault("invalid", "The arguments of a tool are an object.");
}
