import { type Kysely, sql } from "kysely";
import type { ApprovalId, ChatId } from "../../../kernel/ids.ts";
import type { Announcement, Approval, ApprovalStore, EditedCall } from "../../turns/approvals.ts";
import { createGrants } from "./grants.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

const COLUMNS = [
  "approvals.id",
  "approvals.call",
  "approvals.chat",
  "approvals.tool",
  "approvals.args",
  "approvals.args_hash as argsHash",
  "approvals.effect",
  "approvals.digest",
  "approvals.preview",
  "approvals.sources",
  "approvals.names",
  "approvals.also",
  "approvals.batch",
  "approvals.requester",
  "approvals.state",
  "approvals.created as createdAt",
  "approvals.expires as expiresAt",
  "approvals.decided_by as decidedBy",
  "approvals.reason",
  "approvals.edits",
  "approvals.needed",
  "approvals.revises",
  "approvals.trace",
] as const;

export function createApprovals(db: Kysely<Tables>): ApprovalStore {
  const approvals = () => approvalsIn(db);

  return {
    ...createGrants(db),

    async add({ args, argsHash, sources, names, also, batch, createdAt, expiresAt, ...approval }) {
      await db
        .insertInto("approvals")
        .values({
          ...approval,
          args: JSON.stringify(args),
          args_hash: argsHash,
          sources: sources ? JSON.stringify(sources) : null,
          names: names ? JSON.stringify(names) : null,
          also: also ? JSON.stringify(also) : null,
          batch: batch ?? null,
          // Other chats show its question, and no message about this call.
          ...(batch !== undefined && { told: "[]" }),
          state: "pending",
          created: createdAt,
          expires: expiresAt,
        })
        .execute();
    },

    async byId(id) {
      const row = await approvals().where("approvals.id", "=", id).executeTakeFirst();
      return row && toApproval(row);
    },

    async move(id, from, { to, decidedBy, decidedIn, reason, edited }) {
      const { numUpdatedRows } = await db
        .updateTable("approvals")
        .set({
          state: to,
          ...(decidedBy !== undefined && { decided_by: decidedBy }),
          ...(decidedIn !== undefined && { decided_in: decidedIn }),
          ...(reason !== undefined && { reason }),
          ...(edited && toColumns(edited)),
        })
        .where("id", "=", id)
        .where("state", "=", from)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    async vote(approval, { person, at }) {
      await db
        .insertInto("approval_votes")
        .values({ approval, person, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { votes } = await db
        .selectFrom("approvals")
        .select(countVotes.as("votes"))
        .where("id", "=", approval)
        .executeTakeFirstOrThrow();
      return Number(votes);
    },

    async supersede(id, by) {
      const { numUpdatedRows } = await db
        .updateTable("approvals")
        .set({ superseded_by: by })
        .where("id", "=", id)
        .where("superseded_by", "is", null)
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

    async pendingIn(chat) {
      const rows = await approvals()
        .where("approvals.chat", "=", chat)
        .where("approvals.state", "=", sql.lit("pending"))
        .orderBy("approvals.order")
        .execute();
      return rows.map(toApproval);
    },

    async ofCalls(calls) {
      if (calls.length === 0) return [];
      const rows = await approvals().where("call", "in", calls).orderBy("order").execute();
      return rows.map(toApproval);
    },

    async overdue(now, limit) {
      return (await OVERDUE.all(db, { now, limit })).map(toAnnouncement);
    },

    async hasOpen() {
      return (await ANY_OPEN.first(db, {})) !== undefined;
    },

    async nextExpiry() {
      return (await NEXT_EXPIRY.first(db, {}))?.next ?? undefined;
    },

    async unannounced(limit) {
      return (await UNANNOUNCED.all(db, { limit })).map(toAnnouncement);
    },

    async markTold(id, chats) {
      const { numUpdatedRows } = await db
        .updateTable("approvals")
        .set({ told: JSON.stringify(chats) })
        .where("id", "=", id)
        .where("told", "is", null)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    async toldOf(id) {
      const row = await db
        .selectFrom("approvals")
        .select("told")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.told == null ? [] : fromJson(row.told);
    },

    async markClosed(id) {
      const { numUpdatedRows } = await db
        .updateTable("approvals")
        .set({ closed: 1 })
        .where("id", "=", id)
        .where("closed", "=", 0)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    async takeUnheard(chat) {
      const rows = await UNHEARD.all(db, { chat });
      if (rows.length === 0) return [];
      await db
        .updateTable("approvals")
        .set({ heard: 1 })
        .where(
          "id",
          "in",
          rows.map(({ id }) => id),
        )
        .execute();
      return rows.map(toApproval);
    },
  };
}

/** Counts votes of people who may still decide. */
const countVotes = sql<number | bigint>`(
  select count(*) from approval_votes join people on people.id = approval_votes.person
  where approval_votes.approval = approvals.id and people.role in ('owner', 'admin'))`;

function approvalsIn(db: Kysely<Tables>) {
  return db.selectFrom("approvals").select(COLUMNS).select(countVotes.as("votes"));
}

function announcementsIn(db: Kysely<Tables>) {
  return approvalsIn(db)
    .innerJoin("calls", "calls.id", "approvals.call")
    .select(["calls.turn", "approvals.told", "approvals.decided_in as decidedIn"])
    .orderBy("approvals.order");
}

const UNHEARD = prepareStatement(
  (db, { chat }: { chat: ChatId }) =>
    approvalsIn(db)
      .where("approvals.chat", "=", chat)
      .where("approvals.state", "=", sql.lit("expired"))
      .where("approvals.heard", "=", sql.lit(0))
      .orderBy("approvals.order"),
  ["approvals", "approval_votes", "people"],
);

const OVERDUE = prepareStatement((db, { now, limit }: { now: number; limit: number }) =>
  announcementsIn(db)
    .where("approvals.state", "=", sql.lit("pending"))
    .where("approvals.expires", "<=", now)
    .limit(limit),
);

const ANY_OPEN = prepareStatement(
  (db) => db.selectFrom("approvals").select("order").where("closed", "=", sql.lit(0)).limit(1),
  ["approvals"],
);

const NEXT_EXPIRY = prepareStatement(
  (db) =>
    db
      .selectFrom("approvals")
      .select((approval) => approval.fn.min("expires").as("next"))
      .where("state", "=", sql.lit("pending")),
  ["approvals"],
);

const UNANNOUNCED = prepareStatement((db, { limit }: { limit: number }) =>
  announcementsIn(db)
    .where("approvals.closed", "=", sql.lit(0))
    .where((row) =>
      row.or([row("approvals.told", "is", null), row("approvals.state", "!=", "pending")]),
    )
    .limit(limit),
);

function toColumns({ args, argsHash, effect, digest, preview }: EditedCall) {
  return {
    args: JSON.stringify(args),
    args_hash: argsHash,
    effect,
    digest,
    preview,
    edits: sql<number>`edits + 1`,
  };
}

type Row = Omit<Approval, "args" | "sources" | "names" | "also" | "batch" | "votes"> & {
  readonly args: string;
  readonly sources: string | null;
  readonly names: string | null;
  readonly also: string | null;
  readonly batch: ApprovalId | null;
  readonly votes: number | bigint;
};

function toApproval({ args, sources, names, also, batch, votes, ...row }: Row): Approval {
  return {
    ...row,
    args: fromJson(args),
    ...(sources !== null && { sources: fromJson<Approval["sources"]>(sources) }),
    ...(names !== null && { names: fromJson<Approval["names"]>(names) }),
    ...(also !== null && { also: fromJson<Approval["also"]>(also) }),
    ...(batch !== null && { batch }),
    votes: Number(votes),
  };
}

function toAnnouncement({
  told,
  ...row
}: Row &
  Omit<Announcement, keyof Approval | "told"> & { readonly told: string | null }): Announcement {
  return {
    ...toApproval(row),
    turn: row.turn,
    decidedIn: row.decidedIn,
    told: told === null ? null : fromJson(told),
  };
}
