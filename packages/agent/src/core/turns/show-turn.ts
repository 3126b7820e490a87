import type { TurnId } from "../../kernel/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Chat } from "../../store/chats.ts";
import type { Store } from "../../store/store.ts";
import type { Events } from "../events.ts";
import type { Outbound } from "../outbound.ts";
import { shownTurn } from "../delivery/shown-turn.ts";

interface ShowDeps {
  readonly events: Events;
  readonly store: Pick<Store, "read">;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Undefined while files are looked into. */
  readonly turn?: TurnId | undefined;
}

/**
 * Lets a channel show how a turn is going until `signal` aborts. Nothing
 * depends on it, so a channel that cannot show only leaves a line in the log.
 */
export async function showTurn(
  push: Outbound,
  chat: Chat,
  { events, store, log, signal, turn }: ShowDeps,
): Promise<void> {
  const show = async () => {
    const since = await events.lastSeq(chat);
    const of = turn && shownTurn(turn, store);
    await push.show(chat, events.subscribe(chat, { since, signal }), of);
  };
  await show().catch((error: unknown) => log.warn("failed to show turn", { chat: chat.id, error }));
}
