import type { Kysely, Selectable } from "kysely";
import type { Plan, PlanStore } from "../../turns/plans.ts";
import { fromJson, labelFromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createPlans(db: Kysely<Tables>): PlanStore {
  const rows = () => db.selectFrom("plans").selectAll();

  return {
    async add(plan) {
      const added = await db
        .insertInto("plans")
        .values(toRow(plan))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
    },

    async byId(id) {
      const row = await rows().where("id", "=", id).executeTakeFirst();
      return row && toPlan(row);
    },

    async list(tenant, { chat, limit }) {
      const all = rows().where("tenant", "=", tenant);
      const some = chat === undefined ? all : all.where("chat", "=", chat);
      const found = await some
        .orderBy("created", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return found.map(toPlan);
    },

    async open(chat) {
      const found = await rows()
        .where("chat", "=", chat)
        .where("state", "in", ["running", "waiting", "failed"])
        .orderBy("created")
        .orderBy("id")
        .execute();
      return found.map(toPlan);
    },

    async change(plan) {
      const { id: _, ...changed } = toRow({ ...plan, version: plan.version + 1 });
      const { numUpdatedRows } = await db
        .updateTable("plans")
        .set(changed)
        .where("id", "=", plan.id)
        .where("version", "=", plan.version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function toRow({ requester, at, createdAt, updatedAt, steps, label, ...plan }: Plan) {
  return {
    ...plan,
    person: requester,
    step: at,
    steps: JSON.stringify(steps),
    label: JSON.stringify(label),
    created: createdAt,
    updated: updatedAt,
  };
}

function toPlan(row: Selectable<Tables["plans"]>): Plan {
  const { person, step, created, updated, steps, label, ...plan } = row;
  return {
    ...plan,
    requester: person,
    at: step,
    steps: fromJson(steps),
    label: labelFromJson(label),
    createdAt: created,
    updatedAt: updated,
  };
}
