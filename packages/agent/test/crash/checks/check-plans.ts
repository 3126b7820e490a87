import { z } from "zod";
import type { OuterWorld } from "../world.ts";

type Row = Readonly<Record<string, string | null>>;

const steps = z.array(
  z.object({ description: z.string(), state: z.string(), questions: z.array(z.string()) }),
);

/** Returns problems with the progress of plans; empty if every promise was kept. */
export function checkPlans(
  rows: (sql: string) => readonly Row[],
  { sent }: OuterWorld,
): readonly string[] {
  const texts = sent.flatMap(({ part }) => (part.type === "text" ? [part.text] : []));
  const asks = (plan: string | null | undefined) =>
    sent.some(({ part }) => part.type === "choice" && part.about === plan);
  return [
    ...rows(STUCK).map(({ goal, state }) => `the plan of ${goal} is ${state}`),
    ...rows("select * from plans where state = 'failed'").flatMap(({ id, goal }) => {
      return asks(id) ? [] : [`the plan of ${goal} failed in silence`];
    }),
    ...rows(REPEATED).map(({ message_id, step }) => `${message_id}: step ${step} was done again`),
    ...rows("select * from plans where state = 'done'").flatMap((plan) => {
      const { id, goal } = plan;
      const finals = texts.filter((text) => text.startsWith(`*Done!* ${goal}\n`));
      if (finals.length !== 1) return [`the end of ${goal} was told ${finals.length} times`];
      return steps
        .parse(JSON.parse(plan["steps"] ?? "[]"))
        .flatMap(({ description, state, questions }) => {
          const [tag = ""] = description.split("|");
          if (state === "skipped") return asks(id) ? [] : [`step ${tag} was skipped in silence`];
          // The outcome of an approval is sent as the answer to its decision.
          if (questions.length > 0) return [];
          const times = texts.filter((text) => text.includes(`<${tag}>`)).length;
          return times === 1 ? [] : [`step ${tag} was told ${times} times`];
        });
    }),
  ];
}

/** Nothing is queued, so no plan runs; one may wait for a decision that no one made. */
const STUCK = `
  select goal, state from plans where state = 'running' or state = 'waiting' and not exists
    (select id from approvals where state = 'pending' and approvals.chat = plans.chat)`;

/** A step that had succeeded was started again. */
const REPEATED = `
  select later.message_id, json_extract(later.body, '$.step') as step
  from inbox as later join inbox as earlier
    on json_extract(later.body, '$.plan') = json_extract(earlier.body, '$.plan')
    and later."order" > earlier."order"
    and json_extract(later.body, '$.step') < json_extract(earlier.body, '$.step')
  where later.kind = 'plan-step' and earlier.kind = 'plan-step'`;
