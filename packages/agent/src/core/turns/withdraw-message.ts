import type { Wakeup } from "../../kernel/wakeup.ts";
import type { InboxId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Kernel } from "../../store/kernel.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Repositories } from "../../store/store.ts";
import type { RunningTurns } from "../running-turns.ts";

export interface WithdrawDeps extends Pick<Kernel, "store"> {
  readonly running: Pick<RunningTurns, "abort">;
  /** Rung when a turn was ended, so that its chat goes on. */
  readonly wakeup: Pick<Wakeup, "notify">;
}

/**
 * Takes back one message of a person, who will send it again. A turn that answers others, too, begins
 * anew with those; what else waits in the chat is untouched.
 */
export async function withdrawMessage(
  { message, person }: { readonly message: InboxId; readonly person: Principal },
  { store, running, wakeup }: WithdrawDeps,
): Promise<void> {
  const row = await store.read.inbox.byId(message);
  if (row?.author !== person.id) return;
  const isInterrupted = await store.commit("stop", (tx) => withdrawIn(tx, message));
  if (isInterrupted) running.abort(row.chat);
  wakeup.notify();
}

/** Returns whether that ended a turn. */
async function withdrawIn(tx: Repositories, message: InboxId): Promise<boolean> {
  const row = await tx.inbox.byId(message);
  if (row?.state !== "queued" && row?.state !== "taken") return false;
  await tx.inbox.end([message], "withdrawn", "stopped");
  if (!row.turn) return false;
  await tx.turns.cancelRunning(row.chat, (await isShared(tx, row)) ? "interrupted" : "stopped");
  await tx.chats.raiseFence(row.chat);
  return true;
}

async function isShared({ inbox }: Repositories, { id, turn }: InboxRow): Promise<boolean> {
  const rows = turn ? await inbox.ofTurn(turn) : [];
  return rows.some((row) => row.id !== id && row.state === "taken");
}
