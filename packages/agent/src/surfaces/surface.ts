import type { Inbox } from "../core/inbox.ts";
import type { Push } from "../core/push.ts";

/** Where people and programs talk to the agent. */
export interface Surface {
  readonly name: string;
  /** Receives until `signal` aborts. Rejects when it no longer can; it is then called again. */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  /** A pull surface reads stored events and has none. */
  readonly push?: Push;
  /** False where nobody is there to answer a question, such as an API; true if left out. */
  readonly canAsk?: boolean;
  /** What the agent is called there, without an @, once that is known: commands may name it. */
  readonly username?: string | undefined;
}
