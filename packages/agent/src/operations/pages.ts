import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../kernel/parse-json.ts";

/** The query of a route that answers with one page of a list. */
export const pageQuery = z.object({
  limit: z.int().min(1).max(200).default(50).describe("The most items of a page."),
  cursor: z
    .string()
    .regex(/^[\w-]+$/)
    .max(500)
    .optional()
    .describe("`next` of the page before; without it, the first page."),
});

export type PageQuery = z.output<typeof pageQuery>;

/** So many things are read at most to cut a page out of them. */
export const MOST = 10_000;

/** One page of a list; `next` is null on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The schema of a page of items. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe("Cursor of the next page; null on the last one."),
  });
}

/** Text by which clients ask for what follows; they are not to read it. */
export function formatCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** The position that a cursor stands for. `missing` where it is none of ours. */
export function parseCursor<Position extends z.ZodType>(
  cursor: string,
  position: Position,
): z.output<Position> {
  const json = parseJson(Buffer.from(cursor, "base64url").toString());
  const parsed = position.safeParse(json?.value);
  if (parsed.success) return parsed.data;
  throw new Fault("missing", `There is no page ${cursor}.`, {
    hint: "Take the cursor from `next` of the page before, or leave it out.",
  });
}

/**
 * Cuts a page out of a list that is there as a whole, newest or first item first. Goes on after
 * the item whose id the cursor names, so what is added before it meanwhile shifts nothing.
 */
export function cutPage<Item>(
  list: readonly Item[],
  { limit, cursor }: PageQuery,
  idOf: (item: Item) => string,
): Page<Item> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, z.string());
  const at = after === undefined ? -1 : list.findIndex((item) => idOf(item) === after);
  if (after !== undefined && at < 0)
    throw new Fault("missing", "The item that the cursor stands at is gone.", {
      hint: "Begin again without a cursor.",
    });
  const items = list.slice(at + 1, at + 1 + limit);
  const last = items.at(-1);
  const isLast = at + 1 + limit >= list.length;
  return { items, next: isLast || last === undefined ? null : formatCursor(idOf(last)) };
}

/** Makes a page of rows that were read with one more than `limit`. */
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
