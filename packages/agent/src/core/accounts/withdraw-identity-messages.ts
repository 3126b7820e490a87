import type { PersonId, ChatId } from "../../kernel/ids.ts";
import type { InboxBody } from "../../store/messages/inbox.ts";
import type { Identity } from "../../store/people/people.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";

/** Author of messages, and the account they were written from. */
export interface AuthoredMessages {
  readonly author: PersonId;
  readonly names: readonly Pick<Identity, "channel" | "externalId">[];
}

/**
 * Ends what was written under names of a person in chats that they share with others, in the
 * caller's transaction: what waits is withdrawn, and what is being answered is stopped. Answers
 * with the chats of the latter: once the commit is done, abort the turns that run there.
 */
export async function withdrawIdentityMessages(
  tx: Repositories,
  written: AuthoredMessages,
): Promise<readonly Chat[]> {
  const { author, names } = written;
  const stopped: Chat[] = [];
  for (const channel of new Set(names.map((name) => name.channel)))
    stopped.push(...(await withdrawOn(tx, channel, { author, names })));
  return stopped;
}

async function withdrawOn(
  tx: Repositories,
  channel: string,
  { author, names }: AuthoredMessages,
): Promise<readonly Chat[]> {
  const senders = new Set(
    names.flatMap((name) => (name.channel === channel ? [name.externalId] : [])),
  );
  const open = await tx.inbox.openInGroups(author, channel);
  const said = open.filter(({ body }) => isWrittenBy(senders, body));
  const stopped: Chat[] = [];
  for (const [id, rows] of Map.groupBy(said, ({ chat }) => chat)) {
    const waiting = rows.filter(({ state }) => state === "queued").map((row) => row.id);
    await tx.inbox.end(waiting, "withdrawn", "stopped");
    const chat = rows.length > waiting.length ? await stopTurn(tx, id) : undefined;
    if (chat) stopped.push(chat);
  }
  return stopped;
}

function isWrittenBy(senders: ReadonlySet<string>, body: InboxBody): boolean {
  return body.kind === "message" && body.sender !== undefined && senders.has(body.sender);
}

/** The chat, where a turn ran. */
async function stopTurn(tx: Repositories, chat: ChatId): Promise<Chat | undefined> {
  const turn = await tx.turns.cancelRunning(chat, "stopped");
  if (!turn) return undefined;
  await tx.chats.raiseFence(chat);
  return tx.chats.byId(chat);
}
