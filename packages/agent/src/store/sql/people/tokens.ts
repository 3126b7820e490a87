import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { TOKEN_SCOPES } from "../../../kernel/token-scope.ts";
import type { ApiToken, TokenStore } from "../../people/tokens.ts";
import type { Tables } from "../tables.ts";

export interface AccessOptions {
  /** Called when access is revoked, or when a person's identity changes. */
  readonly onAccess?: (() => void) | undefined;
}

export function createTokens(db: Kysely<Tables>, { onAccess }: AccessOptions): TokenStore {
  return {
    async add({ createdAt, expiresAt, scopes, ...token }) {
      await db
        .insertInto("tokens")
        .values({
          ...token,
          scopes: JSON.stringify(scopes),
          created: createdAt,
          expires: expiresAt,
          last_used: null,
          revoked: null,
        })
        .execute();
    },

    async byId(id) {
      const row = await db.selectFrom("tokens").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toToken(row);
    },

    async list(tenant) {
      const rows = await db
        .selectFrom("tokens")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("created", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(toToken);
    },

    async touch(id, at) {
      await db.updateTable("tokens").set({ last_used: at }).where("id", "=", id).execute();
    },

    async revoke(tenant, id, at) {
      const changed = await db
        .updateTable("tokens")
        .set({ revoked: at })
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("revoked", "is", null)
        .executeTakeFirst();
      onAccess?.();
      return changed.numUpdatedRows > 0n;
    },
  };
}

const scopesSchema = z.array(z.enum(TOKEN_SCOPES));

function toToken(row: Selectable<Tables["tokens"]>): ApiToken {
  const { id, tenant, person, name, scopes, digest, created, expires } = row;
  return {
    id,
    tenant,
    person,
    name,
    scopes: scopesSchema.parse(JSON.parse(scopes)),
    digest,
    createdAt: created,
    expiresAt: expires,
    lastUsedAt: row.last_used,
    revokedAt: row.revoked,
  };
}
