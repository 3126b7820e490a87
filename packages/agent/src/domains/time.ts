import { Fault } from "@reeve/sdk";
import * as time from "when-in-words";

/** Returns the next instant of an RRULE, as `when-in-words` does; throws a fault `invalid` for an invalid rule. */
export function nextOccurrence(rule: string, view: time.RuleView): number | undefined {
  return withFaults(() => time.nextOccurrence(rule, view));
}

/** Returns the next instant of a cron expression, as `when-in-words` does; throws a fault `invalid` for an invalid one. */
export function nextCron(
  expression: string,
  view: { readonly after: number; readonly timeZone: string },
): number | undefined {
  return withFaults(() => time.nextCron(expression, view));
}

function withFaults<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof time.RecurrenceError)) throw error;
    throw new Fault("invalid", error.message, { hint: error.hint, cause: error });
  }
}
