import { z } from "zod";
import { MESSAGE_MODES } from "../store/chats.ts";
import { MAIN } from "./agents.ts";

/** What the owner is called until somebody says how. */
export const UNNAMED_OWNER = "Owner";

/** The `agent` section of the config. */
export const agentConfig = z.object({
  model: z
    .string()
    .regex(/^[^/\s]+(?:\/\S+)?$/, 'it must be a provider and a model, such as "offline/rules"')
    .default("auto")
    .describe(
      "The language model, as provider/model, or a provider alone for its own choice. auto: the first provider whose key is in the environment, else a model server on this machine, else offline/rules, which is built in and needs neither key nor network.",
    ),
  utilityModel: z
    .string()
    .optional()
    .describe(
      "The model that sums up conversations, as provider/model. Without one, the small model of agent.model's provider.",
    ),
  maxSteps: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe("How often the model may think and act before it must answer."),
  temperature: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe(
      "How freely the model chooses its words, from 0 to 1. Left out where a model refuses it.",
    ),
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(4096)
    .describe(
      "The longest answer, in tokens. Of a small window it takes an eighth at most, and never more than the model can write.",
    ),
  mode: z
    .enum(MESSAGE_MODES)
    .default("steer")
    .describe(
      "What a message does that arrives during a turn. steer: the turn takes it in. queue: it waits for the next turn. interrupt: it ends the turn.",
    ),
  timeZone: z
    .string()
    .refine(isTimeZone, 'it must be an IANA time zone, such as "Europe/Berlin"')
    .optional()
    .transform((name) => name ?? hostTimeZone())
    .describe("The owner's time zone, as an IANA name. Without one, the host's."),
  language: z
    .string()
    .regex(
      /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*$/,
      'it must be a language tag, such as "de" or "pt-BR"',
    )
    .default("en")
    .describe(
      "The language of what the agent says by itself, such as de, where neither a person's preferences nor their program tell: notices, questions, commands. Answers are in the language of the message. Without words in it, English.",
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
      "Who the agent is: the text itself, or the path of a .md or .txt file in the workspace. Without it, SOUL.md.",
    ),
  model: z
    .string()
    .regex(/^[^/\s]+(?:\/\S+)?$/, 'it must be a provider and a model, such as "offline/rules"')
    .optional()
    .describe("Its language model, as provider/model. Without it, the one of the main agent."),
  allow: toolPatterns
    .optional()
    .describe("The tools it has; * stands for any letters. Without it, all tools."),
  deny: toolPatterns.default([]).describe("Tools it does not have, whatever allow says."),
  budgets: z
    .strictObject({
      steps: z
        .int()
        .min(1)
        .max(50)
        .optional()
        .describe(
          "How often it may think and act before it must answer. Without it, what holds for the chat.",
        ),
      tokensPerDay: z
        .int()
        .min(1)
        .optional()
        .describe("How many tokens it may read and write in a day of the owner's time zone."),
      costPerDay: z
        .string('it must be dollars in quotes, such as "0.50"')
        .regex(/^\d+(?:\.\d{1,9})?$/, 'it must be dollars in quotes, such as "0.50"')
        .optional()
        .describe("What it may cost in a day, in dollars. Models of unknown price cost nothing."),
    })
    .prefault({})
    .describe("How much it may use."),
  places: z
    .array(
      z
        .string()
        .regex(
          /^(?:direct|group|channel|[\w*-]+:.+)$/,
          'it must be direct, group, channel, or a surface and a chat, such as "cli:work" or "telegram-bot:*"',
        ),
    )
    .default([])
    .describe("Where it answers unless somebody switches; the first agent that fits counts."),
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
    .describe("How long a question to the owner stays open, in hours; then it counts as refused."),
  twoPerson: z
    .array(
      z.string().regex(/^[\w*]+$/, 'it must be an effect, a tool or a pattern, such as "ton_*"'),
    )
    .default([])
    .describe(
      "What two different people have to allow, neither of them the one who asked: effects, tools, or patterns for tools.",
    ),
  unattended: z
    .enum(["wait", "deny", "allow"])
    .default("wait")
    .describe(
      "What happens to a question where nobody can be asked, such as the HTTP API or a schedule. wait: it is asked on the approvers' other surfaces. deny: the call is refused. allow: effects listed in unattendedAllows happen without a question, others wait.",
    ),
  unattendedAllows: z
    .array(z.enum(["send", "destroy", "pay", "exec"]))
    .default([])
    .describe("The effects that unattended: allow is about."),
});

/** The `context` section of the config. */
export const contextConfig = z.object({
  softShare: z
    .number()
    .min(0.05)
    .max(1)
    .default(0.5)
    .describe(
      "How full the model's window is, from 0 to 1, when the agent is told to write down what matters.",
    ),
  softTokens: z
    .int()
    .min(1000)
    .default(64_000)
    .describe("The same as a number of tokens; whichever is reached first counts."),
  hardShare: z
    .number()
    .min(0.1)
    .max(0.85)
    .default(0.75)
    .describe(
      "How full the model's window may be, from 0 to 1, before a conversation is summed up and goes on in a new session.",
    ),
  hardMessages: z
    .int()
    .min(2)
    .default(200)
    .describe("After how many messages a conversation is summed up, however short they are."),
  keepMessages: z
    .int()
    .min(0)
    .default(20)
    .describe("How many of the newest messages stay as they are, in whole exchanges."),
  recallTokens: z
    .int()
    .min(0)
    .max(8000)
    .default(1000)
    .describe(
      "How many tokens of what memory holds may go along with a message; 0 for none: then the agent searches when it needs to.",
    ),
  recentMessages: z
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe(
      "How many of a chat's newest messages that the conversation does not hold go along with the next one.",
    ),
});

export type ContextConfig = z.output<typeof contextConfig>;

/** The `sessions` section of the config. */
export const sessionsConfig = z.object({
  resetHour: z
    .union([z.int().min(0).max(23), z.literal("off")])
    .default(4)
    .describe(
      "The hour, in the owner's time zone, at which each chat begins a new session; or off.",
    ),
  idleMinutes: z
    .int()
    .min(0)
    .default(1440)
    .describe("After how many minutes of silence a chat begins a new session; 0 for never."),
});

export type SessionsConfig = z.output<typeof sessionsConfig>;

function findNameDenial(name: string): string | undefined {
  if (name === MAIN) return "main is the agent of the section agent";
  if (/^[a-z][a-z0-9_-]{0,39}$/.test(name)) return undefined;
  return "its name must be lower-case letters, digits, - and _";
}

function hostTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
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
      "Look again and again at what stands in HEARTBEAT.md in the workspace, as the owner in the direct chat that they wrote in last. Nothing is said when nothing needs attention.",
    ),
  everyMinutes: z
    .int()
    .min(1)
    .max(10_080)
    .default(60)
    .describe("After how many minutes it looks again."),
  dollarsPerDay: z
    .string()
    .regex(/^\d+(\.\d{1,9})?$/, 'it must be an amount of dollars, such as "0.50"')
    .default("0.50")
    .describe("What it may cost in a day; once that is spent it waits for the next."),
});

export type HeartbeatConfig = z.output<typeof heartbeatConfig>;
