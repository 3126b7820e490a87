import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import {
  type CachedText,
  EMBEDDING_CACHE_LIMITS,
  type EmbeddingCacheLimits,
  type EmbeddingCacheStore,
} from "../../search/embedding-cache.ts";
import type { Tables } from "../tables.ts";

/** Maximum number of rows in one statement. */
const ROWS = 200;

export function createEmbeddingCache(db: Kysely<Tables>): EmbeddingCacheStore {
  const count = async () => {
    const row = await db
      .selectFrom("embedding_cache")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return row.count;
  };

  return {
    count,

    async find(model, texts) {
      const byKey = new Map(texts.map((text) => [toHex(keyOf({ model, text })), text]));
      const found = new Map<string, Float32Array>();
      for (const some of chunksOf(texts)) {
        const rows = await db
          .selectFrom("embedding_cache")
          .select(["key", "vector"])
          .where(
            "key",
            "in",
            some.map((text) => keyOf({ model, text })),
          )
          .execute();
        for (const { key, vector } of rows) {
          const text = byKey.get(toHex(key));
          if (text !== undefined) found.set(text, fromHalf(vector));
        }
      }
      return found;
    },

    async write({ added, used, isTrimDue }, { now, limits = EMBEDDING_CACHE_LIMITS }) {
      for (const some of chunksOf(added)) {
        const rows = some.map((entry) => ({
          key: keyOf(entry),
          model: entry.model,
          vector: toHalf(entry.vector),
          used_at: now,
        }));
        await db
          .insertInto("embedding_cache")
          .values(rows)
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ used_at: now }))
          .execute();
      }
      for (const some of chunksOf(used))
        await db
          .updateTable("embedding_cache")
          .set({ used_at: now })
          .where("key", "in", some.map(keyOf))
          .execute();
      if (isTrimDue) await trim(now, limits);
    },

    async forget(texts) {
      const models = await db.selectFrom("embedding_cache").select("model").distinct().execute();
      const keys = models.flatMap(({ model }) => texts.map((text) => keyOf({ model, text })));
      let forgotten = 0;
      for (const some of chunksOf(keys)) {
        const result = await db
          .deleteFrom("embedding_cache")
          .where("key", "in", some)
          .executeTakeFirst();
        forgotten += Number(result.numDeletedRows);
      }
      return forgotten;
    },
  };

  async function trim(now: number, { ageMs, entries, atOnce }: EmbeddingCacheLimits) {
    await removeOldest(atOnce, now - ageMs);
    const tooMany = (await count()) - entries;
    if (tooMany > 0) await removeOldest(Math.min(tooMany, atOnce), now + 1);
  }

  async function removeOldest(limit: number, before: number) {
    await db
      .deleteFrom("embedding_cache")
      .where("key", "in", (eb) =>
        eb
          .selectFrom("embedding_cache")
          .select("key")
          .where("used_at", "<", before)
          .orderBy("used_at")
          .limit(limit),
      )
      .execute();
  }
}

/** Returns a SHA-256 key, so that the file does not reveal the texts. */
function keyOf({ model, text }: CachedText): Uint8Array {
  return createHash("sha256").update(`${model}\0${text}`).digest();
}

function toHex(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / ROWS) }, (_, n) =>
    items.slice(n * ROWS, (n + 1) * ROWS),
  );
}

/** Converts a vector to 16-bit floats. The loss changes a similarity by less than a thousandth. */
function toHalf(vector: Float32Array): Uint8Array {
  return new Uint8Array(Float16Array.from(vector).buffer);
}

/** Decodes bytes written by `toHalf`, as the database returns them. */
function fromHalf(bytes: Uint8Array): Float32Array {
  // Drivers hand out parts of larger buffers, at odd chats.
  return Float32Array.from(new Float16Array(Uint8Array.from(bytes).buffer));
}
