import type { McpTool, ObjectSchema } from "@reeve/operations/agent/mcp-tools";
import { conversationName } from "@reeve/operations/fields";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { attempt } from "../../../kernel/attempt.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { newId } from "../../../kernel/ids.ts";
import type { TokenScope } from "../../../kernel/token-scope.ts";
import { type Answer, answerSchema } from "../streams/answer.ts";
import { answerTo } from "../streams/await-answer.ts";
import { type SubmittedMessage, submitMessage } from "../streams/submit-message.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { HttpAgent } from "../http-agent.ts";
import type { McpCaller } from "./mcp-caller.ts";

/** Scope that a caller needs to send messages. */
export const ASK_SCOPE: TokenScope = "chat";

const input = z.object({
  message: z.string().min(1).max(200_000).describe("The message's text."),
  conversation: conversationName
    .default("main")
    .describe(
      "`own` is your chat with the agent on another channel. A session's id selects that session's chat; any other name is an API chat.",
    ),
});

export type AskInput = z.output<typeof input>;

/** The tool that sends a message to the agent and returns the reply. */
export const askTool: McpTool = {
  name: "ask",
  description:
    "Send a message to the agent and wait for the reply. If a tool call needs approval, the result names the approval; it stays pending until someone decides.",
  inputSchema: toJsonSchema(input, "input"),
  outputSchema: toJsonSchema(answerSchema, "output"),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

function toJsonSchema(schema: z.ZodObject, io: "input" | "output"): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  return { ...json, type: "object" };
}

/** Checks the arguments of `ask`. Throws `invalid`. */
export function parseAskInput(value: unknown): AskInput {
  const parsed = input.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault("invalid", `ask: ${z.prettifyError(parsed.error)}`);
}

export interface AskContext {
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Receives a line of text when the agent thinks, uses a tool or needs approval. */
  readonly onProgress: (text: string) => void;
  /** Shared by all repeats of the call; a message with it is sent only once. */
  readonly key: string | undefined;
}

/**
 * Sends a message and waits for its reply. If `signal` aborts, the turn is stopped, unless the
 * server is stopping: then it continues after the next start.
 */
export async function askAgent(
  { message: text, conversation }: AskInput,
  caller: McpCaller,
  { signal, onProgress, key }: AskContext,
): Promise<Answer> {
  const { person, scopes, stopping } = caller;
  const agent = await caller.agent();
  const address = await agent.conversations.find(conversation, person);
  signal.throwIfAborted();
  const saying = { message: key ?? newId(), text, scopes };
  const begun = await submitMessage(agent, { address, person }, saying);
  const ended = stopping ? AbortSignal.any([signal, stopping]) : signal;
  const answering = await attempt(
    answerTo(begun, {
      agent,
      signal: ended,
      onEntries: (entries) => {
        for (const { event } of entries) {
          const line = describeEvent(event);
          if (line !== undefined) onProgress(line);
        }
      },
    }),
  );
  if (answering.status === "fulfilled") return answering.value;
  if (signal.aborted && !stopping?.aborted) await withdraw(begun, person, agent);
  throw answering.reason;
}

/** Withdraws a message. Its turn stops, and others that the turn answers go on. */
async function withdraw(
  { receipt: { message } }: SubmittedMessage,
  person: Principal,
  { conversations, inbox }: HttpAgent,
): Promise<void> {
  const fate = await conversations.statusOf(message);
  if (!fate?.isSettled) await inbox.withdraw(message, person);
}

/** Returns the progress line of an event; undefined for events that are not shown. */
function describeEvent(event: LiveEvent): string | undefined {
  switch (event.type) {
    case "think-start":
      return "Thinking";
    case "tool-start":
      return `Running ${event.name}`;
    case "tool-end":
      return `${event.name}: ${event.outcome}`;
    case "approval-request":
      return `Approval pending: ${event.approval}`;
    default:
      return undefined;
  }
}
