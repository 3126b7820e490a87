import { z } from "zod";

const turn = z.string();
const step = z.int().describe("The thought of the turn, from 0.");
const approval = z.string().describe("Answer it at POST /v1/approvals/{id}/decision.");
const text = z.string();
const about = z.string();

const usage = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  costNano: z.string().nullable().describe("Billionths of a dollar; null where no price is known."),
});

const spoken = z.object({ voice: z.string().optional(), language: z.string().optional() });

/** A part of a reply, as `core` says it. */
const reply = z.array(
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("text"),
      text,
      links: z.literal("plain").optional().describe("Load nothing from addresses in it."),
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
    z.object({ type: z.literal("choice"), about, text, choices: z.array(z.string()) }),
    z.object({
      type: z.literal("notice"),
      code: z.enum(["failed", "stopped", "refused", "exhausted", "delayed"]),
      text,
    }),
  ]),
);

const EVENTS = [
  event("message", "A message is in the queue.", {
    message: z.string(),
    from: z.string(),
    text,
  }),
  event("start", "A turn begins to answer messages.", { turn, messages: z.array(z.string()) }),
  event("joined", "A running turn takes messages in.", { turn, messages: z.array(z.string()) }),
  event("step", "A thought begins, or begins again: its words so far are void.", { turn, step }),
  event("delta", "The next words of a thought.", { turn, step, text }),
  event("text", "All words of a thought that goes on with tools.", { turn, step, text }),
  event("tool_call", "A tool is called.", {
    turn,
    id: z.string(),
    name: z.string(),
    args: z.unknown(),
  }),
  event("tool_result", "A call has come to something.", {
    turn,
    id: z.string(),
    name: z.string(),
    outcome: z.enum(["value", "fault", "pending", "unknown", "aborted"]),
    summary: z.string().describe("A line for people."),
  }),
  event("approval", "A question waits for a person.", {
    turn,
    approval,
    tool: z.string(),
    args: z.unknown(),
    question: z.string(),
    expires: z.number().describe("Unix milliseconds."),
    needed: z.int().optional().describe("How many people have to allow it."),
    asked: z.string().optional().describe("Of whom it comes, where it was asked elsewhere."),
  }),
  event("vote", "One of several people has allowed something.", {
    approval,
    by: z.string(),
    given: z.int(),
    needed: z.int(),
  }),
  event("decision", "A question is closed.", {
    approval,
    verdict: z.enum(["allow", "deny", "respond", "revise", "expired"]),
    by: z.string(),
  }),
  event("tools", "What may be done with tools was changed.", {
    tool: z.string().optional(),
    category: z.string().optional(),
    where: z.enum(["here", "everywhere"]),
    now: z.string(),
    by: z.string(),
  }),
  event("said", "Something is said without a turn.", {
    id: z.string(),
    cause: z.enum(["command", "reminder", "schedule", "plan", "notice", "call"]),
    about,
    reply,
    text,
  }),
  event("complete", "The turn is over; the last event of a message.", {
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
        .describe("A place in the stream: send it as Last-Event-ID to hear what came after."),
      data: z.object(data),
    })
    .describe(description);
}
