import { type Kysely, type Selectable, sql } from "kysely";
import type {
  JournalFilter,
  JournalOwner,
  JournalStore,
  StoredEntry,
  JournalDraft,
} from "../../items/journal.ts";
import { labelFromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createJournal(db: Kysely<Tables>): JournalStore {
  const entriesOf = ({ tenant, person }: JournalOwner) =>
    db.selectFrom("journal").selectAll().where("tenant", "=", tenant).where("person", "=", person);

  const matching = (owner: JournalOwner, { type, asset, outcome, since }: JournalFilter) => {
    let query = entriesOf(owner);
    if (type !== undefined) query = query.where("type", "=", type);
    if (outcome !== undefined) query = query.where("outcome", "=", outcome);
    if (since !== undefined) query = query.where("created", ">=", since);
    if (asset === undefined) return query;
    return query.where(sql<boolean>`search like ${`%${wordsOf(asset) || NOTHING}%`}`);
  };

  return {
    async add(owner, draft) {
      const { tenant, person } = owner;
      await db
        .insertInto("journal")
        .values({
          tenant,
          person,
          ...toColumns(draft),
          label: labelOf(draft),
          created: draft.at,
          updated: draft.at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await entriesOf(owner).where("key", "=", draft.key).executeTakeFirstOrThrow();
      return toEntry(row);
    },

    async byId(owner, id) {
      const row = await entriesOf(owner).where("order", "=", id).executeTakeFirst();
      return row && toEntry(row);
    },

    async settle({ tenant, person }, { id, outcome, pnlTon, pnlPct, txHash, updatedAt, label }) {
      await db
        .updateTable("journal")
        .set({
          outcome,
          pnl_ton: pnlTon ?? null,
          pnl_pct: pnlPct ?? null,
          tx_hash: txHash ?? null,
          label: labelOf({ label }),
          updated: updatedAt,
        })
        .where("order", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },

    async remove({ tenant, person }, id) {
      await db
        .deleteFrom("journal")
        .where("order", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },

    async list(owner, filter, limit) {
      const rows = await matching(owner, filter)
        .orderBy("created", "desc")
        .orderBy("order", "desc")
        .limit(limit)
        .execute();
      return rows.map(toEntry);
    },

    async results(owner, filter) {
      const rows = await matching(owner, filter)
        .clearSelect()
        .select(["outcome", "pnl_ton"])
        .execute();
      return rows.map(({ outcome, pnl_ton }) => ({ outcome, pnlTon: pnl_ton ?? undefined }));
    },
  };
}

function toColumns(draft: JournalDraft) {
  return {
    key: draft.key,
    type: draft.type,
    action: draft.action,
    asset_from: draft.assetFrom ?? null,
    asset_to: draft.assetTo ?? null,
    amount_from: draft.amountFrom ?? null,
    amount_to: draft.amountTo ?? null,
    price_ton: draft.priceTon ?? null,
    counterparty: draft.counterparty ?? null,
    platform: draft.platform ?? null,
    reasoning: draft.reasoning,
    outcome: draft.outcome,
    tx_hash: draft.txHash ?? null,
    search: [draft.assetFrom, draft.assetTo].map((asset = "") => wordsOf(asset)).join("|"),
  };
}

/** Key that no asset has. */
const NOTHING = "||";

/** Words between spaces, so that NOT does not find NOTCOIN; they hold neither `%` nor `_` nor `|`. */
function wordsOf(asset: string): string {
  const words = asset.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|\p{So}/gu);
  return words ? ` ${words.join(" ")} ` : "";
}

function labelOf({ label }: Pick<StoredEntry, "label">): string | null {
  return label ? JSON.stringify(label) : null;
}

function toEntry(row: Selectable<Tables["journal"]>): StoredEntry {
  return {
    ...(row.label !== null && { label: labelFromJson(row.label) }),
    id: row.order,
    type: row.type,
    action: row.action,
    reasoning: row.reasoning,
    outcome: row.outcome,
    assetFrom: row.asset_from ?? undefined,
    assetTo: row.asset_to ?? undefined,
    amountFrom: row.amount_from ?? undefined,
    amountTo: row.amount_to ?? undefined,
    priceTon: row.price_ton ?? undefined,
    counterparty: row.counterparty ?? undefined,
    platform: row.platform ?? undefined,
    txHash: row.tx_hash ?? undefined,
    pnlTon: row.pnl_ton ?? undefined,
    pnlPct: row.pnl_pct ?? undefined,
    createdAt: row.created,
    updatedAt: row.updated,
  };
}
