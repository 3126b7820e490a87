import type { ChatId } from "../../kernel/ids.ts";
import type { ChatEvent, ChatEventBody } from "../../kernel/chat-event.ts";
import type { Repositories } from "../../store/store.ts";
import { publish } from "./publish.ts";
import { toDomainEvent } from "./to-domain-event.ts";

/** Events of a chat that are new. */
export interface NewEvents {
  readonly bodies: readonly ChatEventBody[];
  /** Unix milliseconds. */
  readonly at: number;
  /** Number of the first one, if their numbers were taken before. */
  readonly first?: number | undefined;
  /** Another chat was told the same, and subscribers with it. */
  readonly isEcho?: boolean;
}

/**
 * Numbers facts and stores them, and keeps what subscribers are told of them; publish what it
 * returns once the commit is done.
 */
export async function appendEvents(
  tx: Repositories,
  chat: ChatId,
  { bodies, at, first: taken, isEcho = false }: NewEvents,
): Promise<readonly ChatEvent[]> {
  if (bodies.length === 0) return [];
  const first = taken ?? (await tx.chats.takeSeq(chat, bodies.length));
  const facts = bodies.map((body, index) => ({ ...body, seq: first + index, at }));
  await tx.events.add(chat, facts);
  if (!isEcho) await publish(tx, () => toEvents(tx, chat, facts));
  return facts;
}

async function toEvents(tx: Repositories, id: ChatId, facts: readonly ChatEvent[]) {
  const chat = await tx.chats.byId(id);
  return chat ? facts.flatMap((fact) => toDomainEvent(fact, chat) ?? []) : [];
}
