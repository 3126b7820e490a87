import type { Wakeup } from "../../kernel/wakeup.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { Kernel } from "../../store/kernel.ts";
import type { Store } from "../../store/store.ts";
import type { WorkItem, WorkKind } from "../../work/run-work.ts";
import { withRetries } from "../../work/with-retries.ts";

export interface IndexMessagesDeps extends Pick<Kernel, "store" | "clock"> {
  /** Rings after commits: there may be new messages. */
  readonly wakeup: Wakeup;
}

/** Messages that become searchable in one commit, which holds up others for some milliseconds. */
const BATCH = 128;
/** Lets the messages of many turns gather. */
const QUIET_MS = 1000;

/**
 * Makes messages searchable shortly after they are stored, many at once: their words lie in the same pages of
 * the index.
 */
export function indexMessagesWork({ store, clock, wakeup }: IndexMessagesDeps): WorkKind<WorkItem> {
  return withRetries(
    {
      name: "messages",
      wakeup,
      quietMs: QUIET_MS,
      list: async () => ((await store.read.messages.isIndexed()) ? [] : [{ id: "messages" }]),
      recurs: () => true,
      async run() {
        await indexNext(store);
      },
    },
    { store, clock },
  );
}

/** Makes everything searchable at once, before a search; with a session, only if others have new messages. */
export function catchUpWith(store: Store): (session?: SessionId) => Promise<void> {
  return async (session) => {
    if (await store.read.messages.isIndexed(session)) return;
    while (await indexNext(store));
  };
}

/** Needs no fsync: what a power failure undoes is done again. */
function indexNext(store: Store): Promise<boolean> {
  return store.commit("index-messages", (tx) => tx.messages.index(BATCH), isRepeatable);
}

function isRepeatable(): boolean {
  return true;
}
