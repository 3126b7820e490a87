import { z } from "zod";
import type { TurnUsage } from "../../../core/client-chats.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { textOf } from "./to-stream-event.ts";

/** An approval that the turn left open. */
export const openQuestion = z.object({
  approval: z
    .string()
    .describe(
      "The approval's id. Allow or deny the call with POST /v1/approvals/{id}/decision or over /v1/ws.",
    ),
  question: z.string(),
  tool: z.string(),
  args: z.unknown().describe("The tool call's arguments."),
  expires: z.number().describe("When the approval expires, in Unix milliseconds."),
});

const usage = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  costNano: z
    .string()
    .nullable()
    .describe("The cost in billionths of a US dollar; null if a price is unknown."),
});

/** Outcome of a message. */
export const answerSchema = z.object({
  message: z.string().describe("The message's id, for `reeve why`."),
  turn: z
    .string()
    .nullable()
    .describe("The turn that answered the message; null if there was none."),
  status: z
    .enum(["answered", "pending", "failed", "stopped", "queued", "noted", "withdrawn"])
    .describe(
      "`pending`: an approval is pending. `noted`: the message is stored, but not answered yet.",
    ),
  response: z.string().describe("The reply's text."),
  approvals: z.array(openQuestion).readonly(),
  reason: z.string().optional().describe("Why the message was not answered, or not immediately."),
  usage: usage.optional(),
});

export type Answer = z.output<typeof answerSchema>;
export type OpenQuestion = z.output<typeof openQuestion>;

/** Collects the approvals of a turn, without those that were answered meanwhile. */
function collectQuestions(events: readonly LiveEvent[]): readonly OpenQuestion[] {
  const open = new Map<string, OpenQuestion>();
  for (const event of events) {
    if (event.type === "approval-decision") open.delete(event.approval);
    if (event.type !== "approval-request") continue;
    const { approval, question, tool, args, expires } = event;
    open.set(approval, { approval, question, tool, args, expires });
  }
  return [...open.values()];
}

/** Returns the answer in the events of a message's turn; the last event ends the turn. */
export function toAnswer(
  message: string,
  {
    events,
    used,
  }: { readonly events: readonly LiveEvent[]; readonly used?: TurnUsage | undefined },
): Answer {
  const end = events.at(-1);
  if (end?.type === "said")
    return { message, turn: null, status: "answered", response: textOf(end.reply), approvals: [] };
  if (end?.type !== "turn-end")
    return { message, turn: null, status: "queued", response: "", approvals: [] };
  const approvals = collectQuestions(events);
  const isPending = end.outcome === "answered" && approvals.length > 0;
  return {
    message,
    turn: end.turn,
    status: isPending ? "pending" : outcomeOf(end.outcome),
    response: textOf(end.reply),
    approvals,
    ...(used && { usage: used }),
  };
}

function outcomeOf(outcome: Extract<LiveEvent, { type: "turn-end" }>["outcome"]) {
  return outcome === "interrupted" ? "stopped" : outcome;
}
