import { z } from "zod";

/** The input fields of every operation that returns a list in pages. */
export const pageQuery = z.object({
  limit: z.int().min(1).max(200).default(50).describe("The maximum number of items per page."),
  cursor: z
    .string()
    .regex(/^[\w-]+$/)
    .max(500)
    .optional()
    .describe("The value of `next` from the previous page. Default: the first page."),
});

export type PageQuery = z.output<typeof pageQuery>;

/** One page of a list; `next` is null on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Returns the schema of a page of items. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe("The next page's cursor; null on the last page."),
  });
}
