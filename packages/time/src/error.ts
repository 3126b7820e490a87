/** A rule or cron expression that cannot be read. */
export class RecurrenceError extends Error {
  override readonly name = "RecurrenceError";
  /** Says how to write one. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
