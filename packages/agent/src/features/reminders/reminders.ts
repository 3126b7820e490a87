import type { InputOf } from "@reeve/operations/operation";
import type { Reminder, reminders } from "@reeve/operations/work/reminders";

/** A reminder to create: it needs a time, a recurrence or a condition. */
export interface ReminderDraft extends InputOf<typeof reminders.create> {
  /** Derived from the call, so that a repeated call finds its own reminder. */
  readonly id: string;
}

/** A message that a reminder waits for. */
export type ReminderCondition = NonNullable<Reminder["when"]>;

/** Reminders of the requester, posted in the chat in which they were created. */
export interface Reminders {
  /** Creating the same id again returns the reminder that is there. A text that is no time, or a time in the past, is `invalid`. */
  create(draft: ReminderDraft): Promise<Reminder>;
  /** Pending ones, the next one first. */
  list(options: { limit: number }): Promise<readonly Reminder[]>;
  /** With all its recurrences. `missing` where it does not exist; cancelling again is no fault. */
  cancel(id: string): Promise<Reminder>;
  /** Moves the next time, of a repeating one only that; one that rang already rings again. */
  snooze(id: string, options: { until: string; key: string }): Promise<Reminder>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly reminders: Reminders;
  }
}
