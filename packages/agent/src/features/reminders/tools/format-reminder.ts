import type { Reminder } from "@reeve/operations/work/reminders";

/** A reminder as the model reads it: times as the person's clock shows them. */
export function formatReminder({ id, text, next, recurrence, when }: Reminder) {
  return {
    id,
    text,
    ...(next && { next: next.text }),
    ...(recurrence !== undefined && { recurrence }),
    ...(when && { when }),
  };
}
