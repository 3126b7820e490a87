import type { OuterWorld, Sent } from "../world.ts";

type Row = Readonly<Record<string, string | null>>;

/** Returns problems with approvals and with who decides them; empty if every promise was kept. */
export function checkApprovals(
  rows: (sql: string) => readonly Row[],
  { sent }: OuterWorld,
): readonly string[] {
  const approvals = rows("select * from approvals");
  return [
    ...LEFTOVERS.flatMap(([what, sql]) => {
      const found = rows(sql).length;
      return found === 0 ? [] : [`${found} times ${what}`];
    }),
    ...approvals.flatMap((approval) => checkTold(approval, sent)),
  ];
}

const LEFTOVERS = [
  [
    "a call that is under way for ever",
    "select id from approvals where state in ('confirmed', 'executing')",
  ],
  [
    "a question that was not carried to the other chats",
    "select id from approvals where told is null or (closed = 0 and state <> 'pending')",
  ],
  [
    "a call that ran although nobody allowed it",
    `select calls.id from calls join approvals on approvals.id = calls.origin
     where calls.started_fence is not null and approvals.state in ('expired', 'cancelled', 'pending')`,
  ],
  [
    "an answer that was not kept",
    `select id from approvals where state <> 'pending' and reason is not 'stopped' and 1 <>
       (select count(*) from approval_feedback where approval = approvals.id)`,
  ],
  [
    "one person who is known as two",
    `select id from inbox where state = 'noted' and reason like 'linked with %' and 1 <>
       (select count(distinct person) from identities)`,
  ],
] as const;

/** Checks that no chat shows an approval or its end twice, and that requesters learn of expired ones. */
function checkTold({ id, state, batch }: Row, sent: readonly Sent[]): string[] {
  const parts = sent.filter(({ part }) => "approval" in part && part.approval === id);
  const shown = parts.map(({ externalId, part }) => `${part.type} in chat ${externalId}`);
  const doubles = [...new Set(shown)].filter(
    (one) => shown.filter((other) => other === one).length > 1,
  );
  const isTold = parts.some(({ part }) => part.type === "decision");
  return [
    ...doubles.map((one) => `question ${id} was shown twice: ${one}`),
    ...(state === "expired" && !isTold && batch === null
      ? [`question ${id} expired in silence`]
      : []),
    ...(batch !== null && parts.length > 0 ? [`call ${id} has a question of its own`] : []),
  ];
}
