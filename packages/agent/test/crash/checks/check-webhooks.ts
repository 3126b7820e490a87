import { STORED_EVENTS } from "../../kit/stored-events.ts";
import type { OuterWorld } from "../world.ts";

type Row = Readonly<Record<string, string | null>>;

/**
 * Events since the subscription, which the stories create before the first event. Of approval requests,
 * only those in the requesting chat count.
 */
const TOLD = `
  select external_id as chat, seq, type from (${STORED_EVENTS}) as events
  join chats on chats.id = events.chat
  where type in ('message-accepted', 'turn-end', 'approval-request', 'approval-decision')
    and exists (select 1 from subscriptions)
    and (type not like 'approval-%' or exists (select 1 from approvals where
      approvals.chat = events.chat and approvals.id = json_extract(events.body, '$.approval')))`;

/** The last process reports its end when no receiver is left. */
const LEFT = `
  select id, type, state from deliveries where state <> 'sent' and type <> 'lifecycle.changed'`;

/**
 * Returns problems with deliveries to webhooks; empty if subscribers received every event, in order, with
 * valid signatures.
 */
export function checkWebhooks(
  rows: (sql: string) => readonly Row[],
  { posts }: OuterWorld,
): readonly string[] {
  const arrived = posts.filter(({ status }) => status < 300);
  const isTold = ({ chat: externalId, seq }: Row) =>
    arrived.some((post) => post.externalId === externalId && String(post.seq) === seq);
  return [
    ...rows(TOLD)
      .filter((fact) => !isTold(fact))
      .map(
        ({ chat: externalId, seq, type }) =>
          `nobody was told of ${type}, number ${seq} in chat ${externalId}`,
      ),
    ...rows(LEFT).map(({ id, type, state }) => `${type} ${id} is ${state}`),
    ...posts.flatMap(({ id, denial }) => (denial ? [`${id}: ${denial}`] : [])),
    ...[...new Set(posts.map(({ externalId }) => externalId))].flatMap((externalId) =>
      outOfOrder(externalId, posts),
    ),
  ];
}

/** Finds events out of order: one may be repeated, but never after a later one. */
function outOfOrder(externalId: string | undefined, posts: OuterWorld["posts"]): string[] {
  const seqs = posts.flatMap((post) =>
    post.externalId === externalId && post.seq !== undefined ? [post.seq] : [],
  );
  return seqs.flatMap((seq, index) =>
    seq < (seqs[index - 1] ?? 0)
      ? [`chat ${externalId} was told of ${seq} after ${seqs[index - 1]}`]
      : [],
  );
}
