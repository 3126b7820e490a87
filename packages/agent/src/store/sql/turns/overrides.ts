import { type Kysely, type Selectable, sql } from "kysely";
import { toId } from "../../../kernel/ids.ts";
import type { OverrideTarget, ToolOverride } from "../../../kernel/tool-override.ts";
import type { OverrideStore } from "../../turns/overrides.ts";
import type { Tables } from "../tables.ts";

export function createOverrides(db: Kysely<Tables>): OverrideStore {
  const ofTenant = (tenant: string) =>
    db.selectFrom("tool_overrides").selectAll().where("tenant", "=", tenant);

  return {
    async list(tenant) {
      const rows = await ofTenant(tenant).orderBy("at").orderBy("name").execute();
      return rows.map(toOverride);
    },

    async ofChat(tenant, chat) {
      const rows = await ofTenant(tenant)
        .where("chat", "in", [EVERYWHERE, chat])
        .orderBy("at")
        .orderBy("name")
        .execute();
      return rows.map(toOverride);
    },

    async byTarget(tenant, { kind, name, chat }) {
      const row = await ofTenant(tenant)
        .where("kind", "=", kind)
        .where("name", "=", name)
        .where("chat", "=", chat ?? EVERYWHERE)
        .executeTakeFirst();
      return row && toOverride(row);
    },

    async put(tenant, override) {
      const { scope, access, approval, setBy, setAt: at } = override;
      const values = {
        disabled: override.isDisabled ? 1 : 0,
        scope,
        access,
        approval,
        set_by: setBy,
        at,
      };
      await db
        .insertInto("tool_overrides")
        .values({ tenant, ...keyOf(override), ...values })
        .onConflict((conflict) =>
          conflict.columns(["tenant", "chat", "kind", "name"]).doUpdateSet(values),
        )
        .execute();
    },

    async remove(tenant, target) {
      const { kind, name, chat } = keyOf(target);
      await sql`
        delete from tool_overrides where tenant = ${tenant} and chat = ${chat}
          and kind = ${kind} and name = ${name}`.execute(db);
    },
  };
}

/** Part of the key, where null would not be equal to itself. */
const EVERYWHERE = "";

function keyOf({ kind, name, chat }: OverrideTarget) {
  return { kind, name, chat: chat ?? EVERYWHERE };
}

function toOverride(row: Selectable<Tables["tool_overrides"]>): ToolOverride {
  return {
    kind: row.kind,
    name: row.name,
    chat: row.chat === EVERYWHERE ? null : toId(row.chat),
    isDisabled: row.disabled === 1,
    scope: row.scope,
    access: row.access,
    approval: row.approval,
    setBy: row.set_by,
    setAt: row.at,
  };
}
