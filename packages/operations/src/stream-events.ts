import { z } from "zod";
import { OUTAGE_CAUSES } from "./outages.ts";

const turn = z.string();
const step = z.int().describe("The step's number within the turn, starting at 0.");
const approval = z
  .string()
  .describe("The approval's id. Allow or deny the call with POST /v1/approvals/{id}/decision.");
const text = z.string();
const about = z.string();

const usage = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  costNano: z
    .string()
    .nullable()
    .describe("The cost in billionths of a US dollar; null if the price is unknown."),
});

const spoken = z.object({ voice: z.string().optional(), language: z.string().optional() });

/** The parts of a reply. */
const reply = z.array(
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("text"),
      text,
      links: z
        .literal("plain")
        .optional()
        .describe("If set, clients must not load content from URLs in the text."),
      spoken: spoken.optional(),
    }),
    z.object({
      type: z.literal("file"),
      name: z.string(),
      mediaType: z.string(),
      path: z.string(),
      text,
    }),
    z.object({ type: z.literal("approval"), approval, question: z.string() }),
    z.object({ type: z.literal("decision"), approval, text }),
    z.object({
      type: z.literal("progress"),
      about,
      text,
      isPassing: z.literal(true).optional(),
      answered: text.optional(),
    }),
    z.object({
      type: z.literal("choice"),
      subject: z
        .literal("pairing")
        .optional()
        .describe("What it is about. Absent: a plan. `pairing`: a request for access."),
      about,
      text,
      choices: z.array(z.string()),
    }),
    z.object({
      type: z.literal("buttons"),
      about,
      text,
      rows: z
        .array(
          z.array(
            z.union([
              z.object({ label: z.string(), data: z.string() }),
              z.object({ label: z.string(), url: z.string() }),
            ]),
          ),
        )
        .describe("Buttons of a plugin below the text. A later part about the same replaces it."),
    }),
    z
      .object({
        type: z.literal("invoice"),
        title: z.string(),
        text,
        stars: z.string().describe("The amount in Telegram Stars."),
        payload: z.string(),
      })
      .describe("An invoice of a plugin, which is paid on Telegram."),
    z.object({
      type: z.literal("notice"),
      code: z.enum(["failed", "stopped", "refused", "exhausted", "delayed", "waiting"]),
      text,
    }),
  ]),
);

const EVENTS = [
  event("message", "A message was queued.", {
    message: z.string(),
    from: z.string(),
    text,
  }),
  event("start", "A turn started.", { turn, messages: z.array(z.string()) }),
  event("waiting", "The model is down. The turn continues when the model is available again.", {
    turn,
    model: z.string(),
    cause: z.enum(OUTAGE_CAUSES),
    since: z.number().describe("When the model went down, in Unix milliseconds."),
    retryAt: z.number().describe("When the next attempt starts, in Unix milliseconds."),
  }),
  event("joined", "Messages joined a running turn.", { turn, messages: z.array(z.string()) }),
  event("step", "A step started or restarted. Discard its text so far.", { turn, step }),
  event("text_reset", "The response broke off. Discard the step's text so far; it follows again.", {
    turn,
    step,
  }),
  event("delta", "The next piece of a step's text.", { turn, step, text }),
  event("text", "The complete text of a step that continues with tool calls.", {
    turn,
    step,
    text,
  }),
  event("tool_call", "A tool call started.", {
    turn,
    id: z.string(),
    name: z.string(),
    args: z.unknown(),
  }),
  event("tool_result", "A tool call finished.", {
    turn,
    id: z.string(),
    name: z.string(),
    outcome: z.enum(["value", "fault", "pending", "unknown", "aborted"]),
    summary: z.string().describe("A one-line summary for people."),
  }),
  event("approval", "An approval is pending.", {
    turn,
    approval,
    tool: z.string(),
    args: z.unknown(),
    question: z.string(),
    expires: z.number().describe("When the approval expires, in Unix milliseconds."),
    needed: z.int().optional().describe("The number of people who must allow the call."),
    asked: z
      .string()
      .optional()
      .describe("The requester, if the approval was requested in another chat."),
  }),
  event("vote", "One of several required approvers allowed a call.", {
    approval,
    by: z.string(),
    given: z.int(),
    needed: z.int(),
  }),
  event("decision", "An approval was decided or expired.", {
    approval,
    verdict: z.enum(["allow", "deny", "respond", "revise", "expired"]),
    by: z.string(),
  }),
  event("tools", "A tool override was changed.", {
    tool: z.string().optional(),
    category: z.string().optional(),
    where: z.enum(["here", "everywhere"]),
    now: z.string(),
    by: z.string(),
  }),
  event("said", "A message was posted outside a turn.", {
    id: z.string(),
    cause: z.enum(["command", "reminder", "schedule", "plan", "notice", "call"]),
    about,
    reply,
    text,
  }),
  event("complete", "The turn ended. This is the last event for a message.", {
    turn: z.string().nullable(),
    outcome: z.string(),
    reply,
    text,
    incident: z.string().optional(),
    reason: z.string().optional(),
    usage: usage.optional(),
  }),
] as const;

/** One event of the streams of a conversation, with its fields parsed. */
export const streamEventSchema = z.discriminatedUnion("event", EVENTS);

export type StreamEvent = z.output<typeof streamEventSchema>;

function event<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  description: string,
  data: Shape,
) {
  return z
    .object({
      event: z.literal(`agent.stream.${name}`),
      id: z
        .string()
        .optional()
        .describe(
          "A position in the stream. To receive the events after it, send it as Last-Event-ID.",
        ),
      data: z.object(data),
    })
    .describe(description);
}
