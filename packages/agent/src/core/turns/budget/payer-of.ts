import type { Payer } from "../../../domains/limits.ts";
import type { ChatId, TurnId } from "../../../kernel/ids.ts";
import type { Repositories } from "../../../store/store.ts";
import type { Agents } from "../../agents.ts";
import type { OpenTurn } from "../../open-turn.ts";

/** Returns the person and chat whose budgets a turn's requests count for. */
export function payerOf(
  { asker: person, chat, agent }: Pick<OpenTurn, "asker" | "chat" | "agent">,
  agents: Agents,
): Payer {
  const { costNanoPerDay: agentNanoPerDay } = agents.get(agent).budgets;
  return { person, chat: chat.id, tenant: chat.tenant, agent, agentNanoPerDay };
}

/** Returns the payer of work after a turn: that of its opener. */
export async function payerAfter(
  tx: Repositories,
  { turn: id, chat: where }: { readonly turn: TurnId; readonly chat: ChatId },
): Promise<Payer | undefined> {
  const turn = await tx.turns.byId(id);
  const chat = await tx.chats.byId(where);
  const opener = turn && (await tx.inbox.byId(turn.openedBy));
  if (!turn || !chat || !opener) return undefined;
  return { person: opener.author, chat: chat.id, tenant: chat.tenant, agent: turn.agent };
}
