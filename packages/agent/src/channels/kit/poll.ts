import { createDeadLetters } from "./dead-letters.ts";
import type { ChannelHost } from "./channel-host.ts";
import { insist } from "./insist.ts";
import { keepConnected } from "./keep-connected.ts";

/** Updates of a platform since a position. */
export interface News<Update> {
  /** Updates of each chat, in order. Chats are taken in at the same time. */
  readonly chats: readonly (readonly Update[])[];
  /** Position behind them. */
  readonly next: string;
}

/** Takes in updates. */
export interface PollSession<Update> extends AsyncDisposable {
  /** Waits for news since a position; undefined at the very first start. */
  readonly fetch: (since: string | undefined) => Promise<News<Update>>;
  /** Resolves once an update is stored. */
  readonly take: (update: Update) => Promise<void>;
  /** Returns the same name for the same update. */
  readonly nameOf: (update: Update) => string;
}

/** Key of the state for the position up to which everything is stored. */
const SINCE = "since";

/**
 * Takes in updates until `signal` aborts. A position is stored once everything before it is. If the platform is
 * unreachable, opens a new session after a pause.
 */
export async function poll<Update>(
  open: () => Promise<PollSession<Update>>,
  deps: Pick<ChannelHost, "state" | "report" | "pause" | "log"> & { readonly platform: string },
  signal: AbortSignal,
): Promise<void> {
  const { state } = deps;
  const serve = async (onUp: () => void): Promise<void> => {
    await using session = await open();
    const { take } = session;
    const aside = createDeadLetters(deps, session.nameOf);
    await aside.retry(take);
    const takeChat = async (updates: readonly Update[]): Promise<void> => {
      for (const update of updates) {
        const putAside = (error: unknown) => aside.park([update], error);
        if (!(await insist(() => take(update), { ...deps, putAside, signal }))) return;
      }
    };
    while (!signal.aborted) {
      const { chats, next } = await session.fetch(await state.get(SINCE));
      onUp();
      await Promise.all(chats.map(takeChat));
      if (signal.aborted) return;
      await state.set(SINCE, next, { isLasting: true });
    }
  };
  await keepConnected(serve, deps, signal);
}
