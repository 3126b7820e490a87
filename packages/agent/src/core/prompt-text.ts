import type { PersonId } from "../kernel/ids.ts";
import type { Label } from "../kernel/label.ts";

/** One text that stands in a prompt, and where it came from. */
export interface PromptText {
  readonly text: string;
  readonly label: Label;
  /** Author, of a message. */
  readonly author?: PersonId | undefined;
  /** Comes from outside as it is: a page, a message. What was stored here may be words of the model's. */
  readonly isOutside?: boolean | undefined;
  /** Ids that a result was asked for by. */
  readonly askedFor?: readonly string[] | undefined;
  /** Came after the newest message that is answered, or with it. */
  readonly isNew: boolean;
}
