import { type Kysely, sql } from "kysely";
import type { TurnId } from "../../../kernel/ids.ts";
import type { Account, AssetSpending, LimitStore, Reservation } from "../../billing/limits.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

const HOLD = ["id", "turn", "subjects", "day", "nano", "at"] as const;

export function createLimits(db: Kysely<Tables>): LimitStore {
  const holds = () => db.selectFrom("money_holds").select(HOLD);
  const accounts = (from: string, to: string) =>
    db
      .selectFrom("money_accounts")
      .selectAll()
      .where("day", ">=", from)
      .where("day", "<=", to)
      .orderBy("subject")
      .orderBy("day");

  return {
    async settings() {
      const rows = await SETTINGS.all(db, {});
      return new Map(rows.map(({ key, value }) => [key, value]));
    },

    async set(key, value) {
      await db.deleteFrom("limit_settings").where("key", "=", key).execute();
      if (value !== null) await db.insertInto("limit_settings").values({ key, value }).execute();
    },

    async reserve({ id, turn, subjects, day, nano, at }) {
      const added = await db
        .insertInto("money_holds")
        .values({ id, turn, subjects: JSON.stringify(subjects), day, nano, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!added) return false;
      await book(db, { subjects, day }, { held: nano, spent: 0n });
      return true;
    },

    async accounts(subjects, { from, to }) {
      const rows = await accounts(from, to).where("subject", "in", subjects).execute();
      return rows.map(toAccount);
    },

    async allAccounts({ from, to }) {
      return (await accounts(from, to).execute()).map(toAccount);
    },

    async settle(id, nano) {
      const row = await db
        .deleteFrom("money_holds")
        .where("id", "=", id)
        .returning(HOLD)
        .executeTakeFirst();
      if (!row) return false;
      const hold = toReservation(row);
      await book(db, hold, { held: -hold.nano, spent: nano });
      return true;
    },

    charge: ({ nano, ...account }) => book(db, account, { held: 0n, spent: nano }),

    async holdsOf(turn) {
      // Without budgets there are none, and nobody has to look for those of each turn.
      if (!(await ANY_HOLD.first(db, {}))) return [];
      return (await HOLDS_OF.all(db, { turn })).map(toReservation);
    },

    async staleReservations(before) {
      const rows = await holds().where("turn", "is", null).where("at", "<", before).execute();
      return rows.map(toReservation);
    },

    async countReservations() {
      const counted = await db
        .selectFrom("money_holds")
        .select(({ fn }) => fn.countAll().as("holds"))
        .executeTakeFirst();
      return Number(counted?.holds ?? 0);
    },

    lockAsset: (tenant, asset) =>
      book(db, { subjects: [`asset:${tenant}:${asset}`], day: "" }, { held: 0n, spent: 0n }),

    async spend({ call, tenant, asset, amount, recipient, at }) {
      await db
        .insertInto("asset_spendings")
        .values({ call, tenant, asset, amount: amount.toString(), recipient, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async unspend(call) {
      await db.deleteFrom("asset_spendings").where("call", "=", call).execute();
    },

    async spentSince(tenant, asset, since) {
      const rows = await db
        .selectFrom("asset_spendings")
        .select(["call", "tenant", "asset", "amount", "recipient", "at"])
        .where("tenant", "=", tenant)
        .where("asset", "=", asset)
        .where("at", ">", since)
        .orderBy("at")
        .orderBy("order")
        .execute();
      return rows.map((row): AssetSpending => ({ ...row, amount: BigInt(row.amount) }));
    },

    async nthTaken(of, nth) {
      const rows = db
        .selectFrom("inbox")
        .select("counted")
        .where("counted", "is not", null)
        .orderBy("counted", "desc")
        .limit(1)
        .offset(nth - 1);
      const ofThem =
        "author" in of ? rows.where("author", "=", of.author) : rows.where("chat", "=", of.chat);
      return (await ofThem.executeTakeFirst())?.counted ?? undefined;
    },

    async wasTooFast({ author, chat, since }) {
      const found = await db
        .selectFrom("inbox")
        .select("id")
        .where("author", "=", author)
        .where("chat", "=", chat)
        .where("over", "is not", null)
        .where("received", ">", since)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

const SETTINGS = prepareStatement(
  (db) => db.selectFrom("limit_settings").selectAll(),
  ["limit_settings"],
);

const ANY_HOLD = prepareStatement(
  (db) => db.selectFrom("money_holds").select("id").limit(1),
  ["money_holds"],
);

const HOLDS_OF = prepareStatement(
  (db, { turn }: { turn: TurnId }) =>
    db.selectFrom("money_holds").select(HOLD).where("turn", "=", turn),
  ["money_holds"],
);

/**
 * Updates accounts in the order of their names, so that two transactions that lock the same accounts never
 * deadlock.
 */
async function book(
  db: Kysely<Tables>,
  { subjects, day }: Pick<Reservation, "subjects" | "day">,
  { held, spent }: { readonly held: bigint; readonly spent: bigint },
): Promise<void> {
  if (subjects.length === 0) return;
  const rows = subjects.toSorted().map((subject) => ({ subject, day, spent, held }));
  await db
    .insertInto("money_accounts")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["subject", "day"]).doUpdateSet({
        spent: sql`money_accounts.spent + excluded.spent`,
        held: sql`money_accounts.held + excluded.held`,
      }),
    )
    .execute();
}

function toAccount({ subject, day, spent, held }: Tables["money_accounts"]): Account {
  return { subject, day, spentNano: BigInt(spent), heldNano: BigInt(held) };
}

function toReservation({ subjects, nano, ...hold }: Tables["money_holds"]): Reservation {
  return { ...hold, subjects: fromJson(subjects), nano: BigInt(nano) };
}
