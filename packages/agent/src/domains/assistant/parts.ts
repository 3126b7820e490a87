import type { Clock } from "../../kernel/clock.ts";
import type { CallLabels } from "../../kernel/label.ts";

/** What the services of one person need beside the store. */
export interface AssistantParts extends Clock {
  /** Of the person, as an IANA name. */
  readonly timeZone: () => Promise<string>;
  /** Of the call that reads or writes; without them everything is its person's own. */
  readonly labels?: CallLabels | undefined;
}
