import type { SessionId } from "../../kernel/ids.ts";
import type { Held } from "./commit-held.ts";
import { beginSession } from "./open-turn.ts";
import type { TurnDeps } from "./deps.ts";

/** Ends a chat's session because somebody says so, and begins the next; ring `ended` after the commit. */
export async function resetSession(
  { tx, chat, now }: Pick<Held, "tx" | "chat" | "now">,
  { newId }: Pick<TurnDeps, "newId">,
): Promise<SessionId> {
  const { sessionId } = (await tx.chats.byId(chat.id)) ?? chat;
  await tx.inbox.forgetShown(chat.id);
  if (sessionId) await tx.sessions.end(sessionId, { endedAt: now, reason: "new" });
  return beginSession({ tx, chat, now }, { newId });
}
