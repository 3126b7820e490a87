import type { Payer } from "../../domains/limits.ts";
import type { PlaceId, TurnId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";
import type { Agents } from "../agents.ts";
import type { OpenTurn } from "../open-turn.ts";

/** Whose budgets a turn's requests count for. */
export function payerOf(
  { asker: person, place, agent }: Pick<OpenTurn, "asker" | "place" | "agent">,
  agents: Agents,
): Payer {
  const { costNanoPerDay: agentNanoPerDay } = agents.get(agent).budgets;
  return { person, place: place.id, tenant: place.tenant, agent, agentNanoPerDay };
}

/** Whose budgets work after a turn counts for: those of who opened it. */
export async function payerAfter(
  tx: Repositories,
  { turn: id, place: where }: { readonly turn: TurnId; readonly place: PlaceId },
): Promise<Payer | undefined> {
  const turn = await tx.turns.byId(id);
  const place = await tx.places.byId(where);
  const opener = turn && (await tx.inbox.byId(turn.openedBy));
  if (!turn || !place || !opener) return undefined;
  return { person: opener.author, place: place.id, tenant: place.tenant, agent: turn.agent };
}
