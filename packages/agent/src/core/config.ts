import { z } from "zod";
import { PLACE_MODES } from "../store/places.ts";

/** The `agent` section of the config. */
export const agentConfig = z.object({
  model: z
    .string()
    .regex(/^[^/\s]+\/\S+$/, 'it must be a provider and a model, such as "offline/rules"')
    .default("offline/rules")
    .describe(
      "The language model, as provider/model. offline/rules is built in and needs neither key nor network.",
    ),
  maxSteps: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe("How often the model may think and act before it must answer."),
  mode: z
    .enum(PLACE_MODES)
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
  ownerName: z
    .string()
    .min(1)
    .max(100)
    .default("Owner")
    .describe("What the agent calls the person at this machine's terminal."),
});

export type AgentConfig = z.output<typeof agentConfig>;

/** The `approvals` section of the config. */
export const approvalsConfig = z.object({
  expireHours: z
    .number()
    .positive()
    .max(8_760)
    .default(24)
    .describe("How long a question to the owner stays open, in hours; then it counts as refused."),
});

export type ApprovalsConfig = z.output<typeof approvalsConfig>;

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
