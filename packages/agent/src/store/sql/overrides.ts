import { type Kysely, type Selectable, sql } from "kysely";
import { toId } from "../../kernel/ids.ts";
import type { OverrideTarget, ToolOverride } from "../../kernel/tool-override.ts";
import type { OverrideStore } from "../overrides.ts";
import type { Tables } from "./tables.ts";

export function createOverrides(db: Kysely<Tables>): OverrideStore {
  const ofTenant = (tenant: string) =>
    db.selectFrom("tool_overrides").selectAll().where("tenant", "=", tenant);

  return {
    async list(tenant) {
      const rows = await ofTenant(tenant).orderBy("at").orderBy("name").execute();
      return rows.map(toOverride);
    },

    async ofPlace(tenant, place) {
      const rows = await ofTenant(tenant)
        .where("place", "in", [EVERYWHERE, place])
        .orderBy("at")
        .orderBy("name")
        .execute();
      return rows.map(toOverride);
    },

    async byTarget(tenant, { kind, name, place }) {
      const row = await ofTenant(tenant)
        .where("kind", "=", kind)
        .where("name", "=", name)
        .where("place", "=", place ?? EVERYWHERE)
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
          conflict.columns(["tenant", "place", "kind", "name"]).doUpdateSet(values),
        )
        .execute();
    },

    async remove(tenant, target) {
      const { kind, name, place } = keyOf(target);
      await sql`
        delete from tool_overrides where tenant = ${tenant} and place = ${place}
          and kind = ${kind} and name = ${name}`.execute(db);
    },
  };
}

/** Part of the key, where null would not be equal to itself. */
const EVERYWHERE = "";

function keyOf({ kind, name, place }: OverrideTarget) {
  return { kind, name, place: place ?? EVERYWHERE };
}

function toOverride(row: Selectable<Tables["tool_overrides"]>): ToolOverride {
  return {
    kind: row.kind,
    name: row.name,
    place: row.place === EVERYWHERE ? null : toId(row.place),
    isDisabled: row.disabled === 1,
    scope: row.scope,
    access: row.access,
    approval: row.approval,
    setBy: row.set_by,
    setAt: row.at,
  };
}
