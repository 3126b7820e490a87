import { EFFECTS } from "@reeve/sdk";
import { z } from "zod";
import { ROLES } from "../../kernel/principal.ts";
import { approvalView } from "@reeve/operations/approvals";

/** What a call does. */
const effect = z.enum(EFFECTS);

/** How far a message is on its way; all but the first two are final. */
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

/** Something that was to be answered. */
export const inputView = z.object({
  id: z.string(),
  messageId: z.string().describe("As its surface calls it."),
  edit: z.number(),
  author: z.string(),
  body: z.object({
    kind: z.enum(["message", "decision", "plan-step"]),
    name: z.string(),
    role: z.enum(ROLES),
    text: z.string().optional().describe("Of a message and of a plan's step."),
    approval: z.string().optional().describe("Of a decision."),
    verdict: z.string().optional().describe("Of a decision."),
  }),
  state: messageState,
  reason: z.string().nullable(),
  turn: z.string().nullable(),
  receivedAt: z.number(),
  trace: z.string().describe("The message that all began with."),
});

const result = z.object({
  type: z.enum(["value", "fault", "pending", "unknown", "aborted"]),
  code: z.string().optional(),
  text: z.string().optional().describe("As the model reads it."),
  approval: z.string().optional().describe("The question that it waits for."),
});

const call = z.object({
  id: z.string(),
  tool: z.string(),
  args: z.unknown().describe("What the tool was called with."),
  effect,
  replay: z.enum(["rerun", "same-key", "probe", "unknown"]),
  verdict: z.enum(["allow", "ask", "deny"]),
  state: z.enum(["planned", "started", "settled"]),
  origin: z.string().nullable().describe("The approval under which it runs."),
  result: result.optional(),
  artifact: z.string().nullable(),
});

const step = z.object({
  n: z.number(),
  kind: z.enum(["think", "decision", "close"]),
  state: z.enum(["started", "settled"]),
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
  costNano: z.string().nullable().describe("Billionths of a dollar; null where no price is known."),
  at: z.number(),
});

/** A turn itself. */
export const turnView = z.object({
  id: z.string(),
  session: z.string(),
  state: z.enum(["running", "settled", "failed", "cancelled"]),
  cancel: z.enum(["stopped", "interrupted"]).nullable(),
  attempts: z.number(),
  openedBy: z.string().describe("The message that it answers."),
  role: z.enum(ROLES).describe("What it may do: the lowest role of those who wrote."),
  agent: z.string(),
  trace: z.string(),
  incident: z.string().nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
});

/** What a turn thought, did, used and sent. */
export const workView = z.object({
  place: z.object({ surface: z.string(), chat: z.string() }).optional(),
  steps: z.array(step),
  approvals: z.array(approvalView),
  usage: z.array(usage),
  outbox: z.array(
    z.object({
      position: z.number(),
      state: z.enum(["waiting", "sent", "dead"]),
      attempts: z.number(),
      receipt: z.string().nullable(),
    }),
  ),
});
