import type { Kysely } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { ApprovalStore, Feedback, Grant } from "../../turns/approvals.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

type GrantStore = Pick<
  ApprovalStore,
  | "addGrant"
  | "grant"
  | "grants"
  | "allGrants"
  | "revokeGrant"
  | "addGrantUse"
  | "grantUses"
  | "addFeedback"
  | "feedback"
>;

/** Creates the store of grants, of calls that ran under them, and of decisions on approvals. */
export function createGrants(db: Kysely<Tables>): GrantStore {
  return {
    async addGrant({ argsHash, grantedBy, pattern, cap, ...grant }) {
      await db
        .insertInto("grants")
        .values({
          ...grant,
          pattern: argsHash,
          granted_by: grantedBy,
          arguments: pattern ? JSON.stringify(pattern) : null,
          cap: cap ? JSON.stringify(cap) : null,
        })
        .execute();
    },

    async grant(id) {
      const row = await grantsIn(db).where("id", "=", id).executeTakeFirst();
      return row && toGrant(row);
    },

    async grants(chat, now) {
      const unrevoked = (await OF_CHAT.all(db, { chat })).map(toGrant);
      return unrevoked.filter(({ until }) => until === null || until > now);
    },

    async allGrants(now) {
      return (await holdingIn(db, now).execute()).map(toGrant);
    },

    async revokeGrant(id, at) {
      const { numUpdatedRows } = await db
        .updateTable("grants")
        .set({ revoked: at })
        .where("id", "=", id)
        .where("revoked", "is", null)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },

    async addGrantUse({ grant, call, amount, at }) {
      await db.insertInto("grant_uses").values({ grant_id: grant, call, amount, at }).execute();
    },

    async grantUses(grant, since) {
      const uses = await db
        .selectFrom("grant_uses")
        .select("amount")
        .where("grant_id", "=", grant)
        .where("at", ">", since)
        .execute();
      return uses.flatMap(({ amount }) => amount ?? []);
    },

    async addFeedback({ argsHash, latencyMs, ...feedback }) {
      await db
        .insertInto("approval_feedback")
        .values({ ...feedback, args_hash: argsHash, latency: latencyMs })
        .execute();
    },

    feedback: (limit): Promise<readonly Feedback[]> =>
      db
        .selectFrom("approval_feedback")
        .select([
          "approval",
          "tool",
          "args_hash as argsHash",
          "verdict",
          "latency as latencyMs",
          "at",
        ])
        .orderBy("order", "desc")
        .limit(limit)
        .execute(),
  };
}

function grantsIn(db: Kysely<Tables>) {
  return db
    .selectFrom("grants")
    .select(["id", "tool", "chat", "pattern as argsHash", "granted_by as grantedBy", "until"])
    .select(["arguments", "cap"])
    .where("revoked", "is", null)
    .orderBy("id");
}

function holdingIn(db: Kysely<Tables>, now: number) {
  return grantsIn(db).where((grant) =>
    grant.or([grant("until", "is", null), grant("until", ">", now)]),
  );
}

const OF_CHAT = prepareStatement(
  (db, { chat }: { chat: ChatId }) => grantsIn(db).where("chat", "=", chat),
  ["grants"],
);

function toGrant({
  arguments: pattern,
  cap,
  ...grant
}: Omit<Grant, "pattern" | "cap"> & {
  readonly arguments: string | null;
  readonly cap: string | null;
}): Grant {
  return {
    ...grant,
    ...(pattern !== null && { pattern: fromJson(pattern) }),
    ...(cap !== null && { cap: fromJson(cap) }),
  };
}
