const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How one kind of work is retried and given up. Times are in milliseconds. */
export interface Policy {
  /** Items that run at once in one process. */
  readonly concurrency: number;
  /** First delay; each further one is twice as long, up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** An outage is waited for until the item is this old. */
  readonly ageLimitMs: number;
  /** Errors that are bugs of ours before the item is set aside. */
  readonly maxErrors: number;
  /** Refusals by the other side before the item is set aside. */
  readonly maxRefusals: number;
  /** Process deaths while the item ran alone before it is set aside. */
  readonly maxCrashes: number;
}

const USUAL: Policy = {
  concurrency: 64,
  firstMs: SECOND,
  longestMs: 5 * MINUTE,
  ageLimitMs: 7 * DAY,
  maxErrors: 3,
  maxRefusals: 3,
  maxCrashes: 4,
};

/** Upkeep that nobody waits for. */
const UPKEEP: Policy = {
  ...USUAL,
  concurrency: 1,
  firstMs: MINUTE,
  longestMs: HOUR,
  ageLimitMs: 30 * DAY,
};

/** One line for each kind of work. */
export const POLICIES = {
  turn: { ...USUAL, ageLimitMs: DAY },
  reply: { ...USUAL, maxErrors: 5 },
  // A reply that its platform accepts only once the person has written; the channel may know sooner.
  heldReply: { ...USUAL, firstMs: HOUR, longestMs: HOUR, ageLimitMs: 30 * DAY },
  webhook: { ...USUAL, firstMs: 5 * SECOND, longestMs: HOUR, ageLimitMs: 3 * DAY, maxErrors: 5 },
  // A button that is handled an hour later has been pressed in vain; money has not.
  press: { ...USUAL, ageLimitMs: HOUR },
  payment: { ...USUAL, ageLimitMs: 30 * DAY, maxErrors: 10, maxRefusals: 10 },
  job: { ...USUAL, concurrency: 16, ageLimitMs: DAY },
  approval: { ...USUAL, concurrency: 1, ageLimitMs: 30 * DAY },
  summary: { ...UPKEEP, ageLimitMs: 7 * DAY },
  facts: UPKEEP,
  messages: { ...UPKEEP, firstMs: 2 * SECOND, longestMs: 5 * MINUTE },
  index: { ...UPKEEP, firstMs: 2 * SECOND, longestMs: 5 * MINUTE },
  // Something that a person wanted gone is given up last of all.
  forgetting: { ...UPKEEP, firstMs: SECOND, longestMs: 5 * MINUTE, maxErrors: 20 },
} as const satisfies Readonly<Record<string, Policy>>;

export type WorkName = keyof typeof POLICIES;

/** Delays after failed readings of a file: nearly an hour together, since a restart takes seconds and an outage minutes. */
export const READ_BACKOFFS_MS: readonly number[] = [
  SECOND,
  8 * SECOND,
  MINUTE,
  5 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
];

/** A whole chat rests for so long at most; a message that rests longer does so alone. */
export const MAX_CHAT_BACKOFF_MS: number = 8 * SECOND;

/** Changes to the policies, for tests and settings. */
export type PolicyOverrides = Readonly<Partial<Record<WorkName, Partial<Policy>>>>;

/** Returns the policy of a kind of work. */
export function policyOf(name: WorkName, overrides: PolicyOverrides = {}): Policy {
  return { ...POLICIES[name], ...overrides[name] };
}

/** Returns the delay after so many failures in a row: up to a fifth shorter, so that not all retry at once. */
export function backoffMs(
  { firstMs, longestMs }: Pick<Policy, "firstMs" | "longestMs">,
  failures: number,
  random: number,
): number {
  const fullMs = Math.min(firstMs * 2 ** Math.min(failures - 1, 30), longestMs);
  return Math.round(fullMs * (1 - random / 5));
}
