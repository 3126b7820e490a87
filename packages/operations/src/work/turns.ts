import { z } from "zod";
import { ROLES } from "../access.ts";
import { approvalView } from "./approvals.ts";
import { chatAddress, toolEffect } from "../fields.ts";
import { defineOperation } from "../operation.ts";

/** Progress of a message. All states but the first two are final. */
export const messageState = z.enum([
  "queued",
  "taken",
  "answered",
  "folded",
  "noted",
  "ignored",
  "refused",
  "failed",
  "withdrawn",
]);

const media = z.object({
  kind: z.string(),
  file: z.object({ name: z.string().optional() }).optional(),
  look: z.object({ as: z.string(), text: z.string().optional() }).optional(),
});

const input = z
  .object({
    id: z.string(),
    messageId: z.string().describe("The channel's id for the message."),
    edit: z.number(),
    author: z.string(),
    body: z.object({
      kind: z.enum(["message", "decision", "plan-step"]),
      name: z.string(),
      role: z.enum(ROLES),
      text: z
        .string()
        .optional()
        .describe(
          "What the person wrote, or what the step has to do. Only set for messages and plan steps.",
        ),
      approval: z.string().optional().describe("The approval's id. Only set for decisions."),
      verdict: z.string().optional().describe("How a person decided. Only set for decisions."),
      media: z.array(media).optional().describe("The files that were sent with the message."),
      looks: z.number().optional().describe("The number of attempts to read the attachments."),
    }),
    state: messageState,
    reason: z.string().nullable(),
    turn: z.string().nullable(),
    receivedAt: z.number(),
    trace: z.string().describe("The message that started the work."),
  })
  .meta({ id: "Input" });

const result = z.object({
  type: z.enum(["value", "fault", "pending", "unknown", "aborted"]),
  code: z.string().optional(),
  text: z.string().optional().describe("The result as sent to the model."),
  approval: z.string().optional().describe("The approval the call waits for."),
});

const call = z.object({
  id: z.string(),
  tool: z.string(),
  args: z.unknown().describe("The arguments that the tool is called with."),
  effect: toolEffect,
  replay: z.enum(["rerun", "same-key", "probe", "unknown"]),
  verdict: z.enum(["allow", "ask", "deny"]),
  state: z.enum(["planned", "started", "settled"]),
  origin: z.string().nullable().describe("The approval that allows the call."),
  result: result.optional(),
  artifact: z.string().nullable(),
});

const step = z.object({
  n: z.number(),
  kind: z.enum(["think", "decision", "close"]),
  state: z.enum(["started", "settled"]),
  input: z.string().nullable().describe("The text sent to the model before this step."),
  text: z.string(),
  calls: z.array(call),
});

const usage = z.object({
  model: z.string(),
  purpose: z.string(),
  step: z.number(),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  costNano: z
    .string()
    .nullable()
    .describe("The cost in billionths of a US dollar; null if the price is unknown."),
  at: z.number(),
});

const turn = z
  .object({
    id: z.string(),
    session: z.string(),
    state: z.enum(["running", "settled", "failed", "cancelled"]),
    cancel: z.enum(["stopped", "interrupted"]).nullable(),
    attempts: z.number(),
    openedBy: z.string().describe("The message that the turn answers."),
    role: z
      .enum(ROLES)
      .describe(
        "The role the turn runs with, which is the lowest role among the authors of its messages.",
      ),
    agent: z.string(),
    trace: z.string(),
    incident: z.string().nullable(),
    startedAt: z.number(),
    endedAt: z.number().nullable(),
  })
  .meta({ id: "Turn" });

const prompt = z.object({
  step: z.number(),
  estTokensHistory: z.number(),
  estTokensContext: z.number(),
  estTokensUserTurn: z.number(),
  contextLayers: z.array(z.string()),
  historyInteractions: z.number(),
});

/** The work of a turn: its steps, approvals, usage, and what it sent. */
const work = z.object({
  place: z.object({ surface: z.string(), chat: z.string() }).optional(),
  steps: z.array(step),
  approvals: z.array(approvalView),
  usage: z.array(usage),
  prompts: z.array(prompt).describe("The size and context layers of each step's model request."),
  outbox: z.array(
    z.object({
      position: z.number(),
      body: z.object({ type: z.string(), text: z.string().optional() }),
      state: z.enum(["waiting", "sent", "dead", "dropped"]),
      attempts: z.number(),
      receipt: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

const life = work
  .extend({
    message: input,
    turn: turn.optional(),
    together: z.array(input).describe("Other messages that the same turn answers."),
  })
  .meta({ id: "MessageLife" });

export type MessageLife = z.output<typeof life>;

const worked = work.extend({ turn, messages: z.array(input) }).meta({ id: "TurnWork" });

export type TurnWork = z.output<typeof worked>;

/** The number of turns that were stopped, and of queued messages that were withdrawn. */
export const stopped = z.object({ turns: z.number(), withdrawn: z.number() });

const turnId = z
  .string()
  .min(1)
  .max(200)
  .describe("The turn's id, as shown in a message's timeline.");

/** Turns, and the life of a message. */
export const turns = {
  why: defineOperation({
    name: "turns.why",
    summary: "Show a message's timeline, from the queue to the reply.",
    input: z.object({
      id: z.string().max(200).describe("The id of a message or an incident."),
    }),
    output: life,
    effect: "read",
    scope: "read",
    http: "GET /v1/messages/{id}",
  }),
  show: defineOperation({
    name: "turns.show",
    summary: "Show a turn: its steps, tool calls and usage.",
    input: z.object({ id: turnId }),
    output: worked,
    effect: "read",
    scope: "read",
    http: "GET /v1/turns/{id}",
    cli: { verb: "turn", words: ["id"], example: "t1" },
  }),
  stop: defineOperation({
    name: "turns.stop",
    summary:
      "Stop a turn and withdraw the messages queued after it. This has no effect on a turn that has ended.",
    input: z.object({ id: turnId }),
    output: stopped,
    effect: "change",
    scope: "chat",
    http: "POST /v1/turns/{id}/stop",
  }),
  stopChat: defineOperation({
    name: "turns.stopChat",
    summary: "Stop the running turn in another chat and withdraw its queued messages.",
    input: z.object({ place: chatAddress }),
    output: stopped,
    effect: "change",
    scope: "admin",
    needs: { role: "admin", to: "stop turns in other chats" },
  }),
};
