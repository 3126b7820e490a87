import { type SessionId, toId } from "../../../kernel/ids.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/** Ends a chat's session because somebody says so, and begins the next; ring `ended` after the commit. */
export async function resetSession(
  { tx, chat, now }: Pick<LeasedTx, "tx" | "chat" | "now">,
  { newId }: Pick<TurnDeps, "newId">,
): Promise<SessionId> {
  const { sessionId } = (await tx.chats.byId(chat.id)) ?? chat;
  await tx.inbox.forgetShown(chat.id);
  if (sessionId) await tx.sessions.end(sessionId, { endedAt: now, reason: "new" });
  return startSession({ tx, chat, now }, { newId });
}

/** The first session of a chat begins with its first turn. */
export async function startSession(
  { tx, chat, now }: Pick<LeasedTx, "tx" | "chat" | "now">,
  { newId }: Pick<TurnDeps, "newId">,
): Promise<SessionId> {
  const id = toId<"session">(newId());
  await tx.sessions.start({ id, chat: chat.id, startedAt: now });
  await tx.chats.setSession(chat.id, id);
  return id;
}
