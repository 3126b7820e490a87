import type { Intent } from "./intent.ts";
import { profiles } from "./profiles.ts";

/** How the agent attends to one message. It adds to the newest user turn and changes nothing before it. */
export interface Profile {
  /** One sentence for the newest user turn. */
  readonly focus: string;
  /** First words of the tools' names that serve it: `email` stands for `email_read`, `email_send`, …. */
  readonly categories: readonly string[];
  /** Sentences for the newest user turn, after the focus. */
  readonly guidance: readonly string[];
}

/** A message about more than this many things is for the agent as a whole. */
const MAX_INTENTS = 2;

/**
 * The profile for a message about one or two things; undefined when nothing or too
 * much was recognized, which means the full agent.
 */
export function selectProfile(intents: readonly Intent[]): Profile | undefined {
  if (intents.length === 0 || intents.length > MAX_INTENTS) return undefined;
  const chosen = intents.map((intent) => profiles[intent]);
  return {
    focus: `This message seems to be about ${chosen.map(({ subject }) => subject).join(" and ")}.`,
    categories: [...new Set(chosen.flatMap(({ categories }) => categories))],
    guidance: chosen.map(({ guidance }) => guidance),
  };
}
