import type { Page, PageQuery } from "@reeve/operations/pages";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../kernel/text/parse-json.ts";

/** The most rows that are read to cut a page out of them. */
export const MAX_ROWS = 10_000;

/** Encodes the position behind a page; opaque to clients. */
export function formatCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Decodes a cursor. Throws `missing` for one that we did not make. */
export function parseCursor<Position extends z.ZodType>(
  cursor: string,
  position: Position,
): z.output<Position> {
  const json = parseJson(Buffer.from(cursor, "base64url").toString());
  const parsed = position.safeParse(json?.value);
  if (parsed.success) return parsed.data;
  throw new Fault("missing", `Invalid cursor: ${cursor}`, {
    hint: "Use the value of `next` from the previous page, or omit the cursor to start at the first page.",
  });
}

/**
 * Cuts a page out of a whole list. Continues after the item whose id the cursor holds, so items
 * added before it shift nothing.
 */
export function cutPage<Item>(
  list: readonly Item[],
  { limit, cursor }: PageQuery,
  idOf: (item: Item) => string,
): Page<Item> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, z.string());
  const at = after === undefined ? -1 : list.findIndex((item) => idOf(item) === after);
  if (after !== undefined && at < 0)
    throw new Fault("missing", "The item at this cursor no longer exists.", {
      hint: "Start over without a cursor.",
    });
  const items = list.slice(at + 1, at + 1 + limit);
  const last = items.at(-1);
  const isLast = at + 1 + limit >= list.length;
  return { items, next: isLast || last === undefined ? null : formatCursor(idOf(last)) };
}

/** Makes a page of rows that were read with a limit of one more than `limit`. */
export function pageOfRows<Item>(
  rows: readonly Item[],
  limit: number,
  positionOf: (item: Item) => unknown,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const isLast = rows.length <= limit || last === undefined;
  return { items, next: isLast ? null : formatCursor(positionOf(last)) };
}
