import type { Kysely } from "kysely";
import type { Approval, ApprovalStore } from "../approvals.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";

const COLUMNS = [
  "id",
  "call",
  "place",
  "tool",
  "args",
  "args_hash as argsHash",
  "preview",
  "requester",
  "state",
  "created as createdAt",
  "expires as expiresAt",
  "decided_by as decidedBy",
  "reason",
  "edits",
] as const;

export function createApprovals(db: Kysely<Tables>): ApprovalStore {
  const approvals = () => db.selectFrom("approvals").select(COLUMNS);

  return {
    async add({ args, argsHash, createdAt, expiresAt, ...approval }) {
      await db
        .insertInto("approvals")
        .values({
          ...approval,
          args: JSON.stringify(args),
          args_hash: argsHash,
          state: "pending",
          created: createdAt,
          expires: expiresAt,
          edits: 0,
        })
        .execute();
    },

    async byId(id) {
      const row = await approvals().where("id", "=", id).executeTakeFirst();
      return row && toApproval(row);
    },

    async move(id, from, { to, decidedBy, reason, edited }) {
      const { numUpdatedRows } = await db
        .updateTable("approvals")
        .set((approval) => ({
          state: to,
          ...(decidedBy !== undefined && { decided_by: decidedBy }),
          ...(reason !== undefined && { reason }),
          ...(edited && {
            args: JSON.stringify(edited.args),
            args_hash: edited.argsHash,
            edits: approval("edits", "+", 1),
          }),
        }))
        .where("id", "=", id)
        .where("state", "=", from)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    async list(limit) {
      const rows = await approvals()
        .orderBy((row) => row.case().when("state", "=", "pending").then(0).else(1).end())
        .orderBy("order", "desc")
        .limit(limit)
        .execute();
      return rows.map(toApproval);
    },

    async ofCalls(calls) {
      if (calls.length === 0) return [];
      const rows = await approvals().where("call", "in", calls).orderBy("order").execute();
      return rows.map(toApproval);
    },

    async addGrant({ argsHash, grantedBy, ...grant }) {
      await db
        .insertInto("grants")
        .values({ ...grant, pattern: argsHash, granted_by: grantedBy })
        .execute();
    },

    grants: (place, now) =>
      db
        .selectFrom("grants")
        .select(["id", "tool", "place", "pattern as argsHash", "granted_by as grantedBy", "until"])
        .where("place", "=", place)
        .where((grant) => grant.or([grant("until", "is", null), grant("until", ">", now)]))
        .execute(),
  };
}

function toApproval({
  args,
  ...row
}: Omit<Approval, "args"> & { readonly args: string }): Approval {
  return { ...row, args: fromJson(args) };
}
