import { z } from "zod";
import { MESSAGE_MODES } from "../store/messages/chats.ts";
import { hostTimeZone } from "../platform/clock/host-time-zone.ts";
import { MAIN } from "./agents.ts";

/** Name of the owner until a person sets one. */
export const UNNAMED_OWNER = "Owner";

/** The `agent` section of the config. */
export const agentConfig = z.object({
  model: z
    .string()
    .regex(/^[^/\s]+(?:\/\S+)?$/, 'it must be a provider and a model, such as "offline/rules"')
    .default("auto")
    .describe(
      "The language model, as provider/model, or only a provider for its default model. auto: the first provider whose key is in the environment; otherwise a model server on this machine, or the built-in offline/rules, which needs no key and no network.",
    ),
  utilityModel: z
    .string()
    .optional()
    .describe(
      "The model that writes summaries, as provider/model. Default: the small model from agent.model's provider.",
    ),
  maxSteps: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe(
      "The maximum number of steps in a turn. A step is one model call and its tool calls.",
    ),
  temperature: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe("The sampling temperature, from 0 to 1. Omitted for models that do not support it."),
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(4096)
    .describe(
      "The maximum length of a model response, in tokens. A model's own maximum and one eighth of its context window also apply.",
    ),
  mode: z
    .enum(MESSAGE_MODES)
    .default("steer")
    .describe(
      "What happens to a message that arrives during a turn. steer: it joins the running turn. queue: it waits for the next turn. interrupt: it stops the running turn and starts a new one.",
    ),
  debounceMs: z
    .int()
    .min(0)
    .max(30_000)
    .default(1500)
    .describe(
      "How long Reeve waits for more messages before it answers in groups and on WhatsApp, in milliseconds, so that a burst gets one answer. Each message starts the wait again, up to 20 messages. 0: it answers at once, as in all other direct chats.",
    ),
  timeZone: z
    .string()
    .refine(isTimeZone, 'it must be an IANA time zone, such as "Europe/Berlin"')
    .optional()
    .transform((name) => name ?? hostTimeZone())
    .describe("The owner's time zone, as an IANA name. Default: this machine's time zone."),
  language: z
    .string()
    .regex(
      /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*$/,
      'it must be a language tag, such as "de" or "pt-BR"',
    )
    .default("en")
    .describe(
      "The language of built-in messages (notices, approvals, commands), such as de. A language set in a person's preferences or app takes precedence. If Reeve does not support a language, it uses English. Replies use the language of the message they answer.",
    ),
  ownerName: z
    .string()
    .min(1)
    .max(100)
    .default(UNNAMED_OWNER)
    .describe("What the agent calls the person at this machine's terminal."),
});

const toolPatterns = z.array(
  z.string().regex(/^[\w*]+$/, 'it must be a tool or a pattern, such as "web_*"'),
);

const agentProfile = z.strictObject({
  soul: z
    .string()
    .min(1)
    .optional()
    .describe(
      "The agent's persona: the text, or the path to a .md or .txt file in the workspace. Default: SOUL.md.",
    ),
  model: z
    .string()
    .regex(/^[^/\s]+(?:\/\S+)?$/, 'it must be a provider and a model, such as "offline/rules"')
    .optional()
    .describe("The agent's language model, as provider/model. Default: the main agent's model."),
  allow: toolPatterns
    .optional()
    .describe("The tools the agent can use; * matches any characters. Default: all tools."),
  deny: toolPatterns
    .default([])
    .describe("Tools the agent cannot use, even if `allow` lists them."),
  budgets: z
    .strictObject({
      steps: z
        .int()
        .min(1)
        .max(50)
        .optional()
        .describe("The maximum number of steps in a turn. Default: the chat's limit."),
      tokensPerDay: z
        .int()
        .min(1)
        .optional()
        .describe(
          "The maximum number of input and output tokens per day, in the owner's time zone.",
        ),
      costPerDay: z
        .string('it must be dollars in quotes, such as "0.50"')
        .regex(/^\d+(?:\.\d{1,9})?$/, 'it must be dollars in quotes, such as "0.50"')
        .optional()
        .describe(
          "The maximum cost per day, in dollars. The model's price must be known (`models.prices`).",
        ),
    })
    .prefault({})
    .describe("The agent's daily budget."),
  chats: z
    .array(
      z
        .string()
        .regex(
          /^(?:direct|group|channel|[\w*-]+:.+)$/,
          'it must be direct, group, channel, or a channel and a chat, such as "cli:work" or "telegram-bot:*"',
        ),
    )
    .default([])
    .describe(
      "The chats the agent answers in, unless someone switches to another agent. If several agents match, the first is used.",
    )
    .meta({ formerly: "places" }),
});

/** The `agents` section of the config. */
export const agentsConfig = z.record(z.string(), agentProfile).superRefine((agents, context) => {
  for (const name of Object.keys(agents)) {
    const message = findNameDenial(name);
    if (message) context.addIssue({ code: "custom", path: [name], message });
  }
});

export type AgentsConfig = z.output<typeof agentsConfig>;

/** The `approvals` section of the config. */
export const approvalsConfig = z.object({
  expireHours: z
    .number()
    .positive()
    .max(8_760)
    .default(24)
    .describe(
      "How long an approval stays pending, in hours. After that, it expires and counts as denied.",
    ),
  twoPerson: z
    .array(
      z.string().regex(/^[\w*]+$/, 'it must be an effect, a tool or a pattern, such as "ton_*"'),
    )
    .default([])
    .describe(
      "Calls that need two approvers other than the requester: effects, tools, or tool patterns.",
    ),
  unattended: z
    .enum(["wait", "deny", "allow"])
    .default("wait")
    .describe(
      "What happens when no approver is present, as with the HTTP API or a scheduled job. wait: the approval is sent to the approvers' other channels. deny: the call is denied. allow: effects listed in unattendedAllows run without approval; others wait.",
    ),
  unattendedAllows: z
    .array(z.enum(["send", "destroy", "pay", "exec"]))
    .default([])
    .describe("The effects that run without approval if `unattended` is `allow`."),
  sendDictated: z
    .enum(["allow", "ask"])
    .default("allow")
    .describe(
      'Whether a message is sent without approval if the requester dictated the recipient and every word, as in "Tell Ana: I am late".',
    ),
  payDictated: z
    .record(z.string(), z.string().regex(/^\d+(?:\.\d+)?$/, 'it must be an amount such as "2.5"'))
    .default({})
    .describe(
      'The largest payment that is made without approval if the requester dictated the recipient and the amount, by asset, such as { "TON": "5" }. Default: none.',
    ),
  egressPerTurn: z
    .number()
    .min(0)
    .max(1_024)
    .default(8)
    .describe(
      "How many bits of private text one turn may tell web hosts, after it read untrusted text, before a request needs approval. 0: each request that the requester did not dictate.",
    ),
  egressPerDay: z
    .number()
    .min(0)
    .max(65_536)
    .default(64)
    .describe("The same limit for each requester in 24 hours."),
});

/** The `context` section of the config. */
export const contextConfig = z.object({
  hintRatio: z
    .number()
    .min(0.05)
    .max(1)
    .default(0.5)
    .describe(
      "The share of the context window, from 0 to 1, at which the agent is prompted to save important information to memory.",
    )
    .meta({ formerly: "softShare" }),
  hintTokens: z
    .int()
    .min(1000)
    .default(64_000)
    .describe("The same threshold, in tokens. Whichever is reached first applies.")
    .meta({ formerly: "softTokens" }),
  compactRatio: z
    .number()
    .min(0.1)
    .max(0.85)
    .default(0.75)
    .describe(
      "The share of the context window, from 0 to 1, at which the session is summarized and a new one starts.",
    )
    .meta({ formerly: "hardShare" }),
  compactMessages: z
    .int()
    .min(2)
    .default(200)
    .describe(
      "The number of messages after which the session is summarized, regardless of their length.",
    )
    .meta({ formerly: "hardMessages" }),
  keepMessages: z
    .int()
    .min(0)
    .default(20)
    .describe(
      "The number of recent messages that are never summarized. Exchanges are never split.",
    ),
  recallTokens: z
    .int()
    .min(0)
    .max(8000)
    .default(1000)
    .describe(
      "The maximum number of tokens of memory added to a message automatically. With 0, the agent searches memory when it needs to.",
    ),
  recentMessages: z
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe(
      "The maximum number of recent chat messages outside the session that are added to the next message.",
    ),
});

export type ContextConfig = z.output<typeof contextConfig>;

/** The `sessions` section of the config. */
export const sessionsConfig = z.object({
  resetHour: z
    .union([z.int().min(0).max(23), z.literal("off")])
    .default(4)
    .describe(
      "The hour, in the owner's time zone, at which each chat starts a new session, or off.",
    ),
  idleMinutes: z
    .int()
    .min(0)
    .default(1440)
    .describe("The number of idle minutes after which a chat starts a new session; 0 for never."),
});

export type SessionsConfig = z.output<typeof sessionsConfig>;

function findNameDenial(name: string): string | undefined {
  if (name === MAIN) return '"main" is reserved for the agent configured in the `agent` section';
  if (/^[a-z][a-z0-9_-]{0,39}$/.test(name)) return undefined;
  return "its name must have only lowercase letters, digits, - and _";
}

/** Intl knows more names than it lists, and answers only by throwing. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The `heartbeat` section of the config. */
export const heartbeatConfig = z.object({
  enabled: z
    .boolean()
    .default(false)
    .describe(
      "Whether the agent regularly runs the checks described in HEARTBEAT.md in the workspace. It runs them for the owner, in their most recent direct chat, and posts only if something needs attention.",
    ),
  everyMinutes: z
    .int()
    .min(1)
    .max(10_080)
    .default(60)
    .describe("The interval between checks, in minutes."),
  dollarsPerDay: z
    .string()
    .regex(/^\d+(\.\d{1,9})?$/, 'it must be an amount of dollars, such as "0.50"')
    .default("0.50")
    .describe(
      "The maximum cost per day, in dollars. When it is reached, checks pause until the next day.",
    ),
});

export type HeartbeatConfig = z.output<typeof heartbeatConfig>;

const days = z.int().min(1).max(365);

export const deliveryConfig = z.object({
  replyDays: days
    .default(7)
    .describe("How many days Reeve tries to send a reply while a platform or the network is down."),
  heldReplyDays: days
    .default(30)
    .describe(
      "How many days Reeve keeps a reply that the platform accepts only after the person has written.",
    ),
  webhookDays: days
    .default(3)
    .describe("How many days Reeve tries to send an event while the webhook's server is down."),
  jobHours: z
    .int()
    .min(1)
    .max(720)
    .default(24)
    .describe("How many hours Reeve tries to start a job that is due during an outage."),
});

export type DeliveryConfig = z.output<typeof deliveryConfig>;
