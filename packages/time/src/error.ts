/** A rule or cron expression that cannot be read. */
export class RecurrenceError extends Error {
  override readonly name = "RecurrenceError";
  /** Advice on how to write a valid one. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
