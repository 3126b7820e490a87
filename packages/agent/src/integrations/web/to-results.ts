import type { WebSearchResult } from "@reeve/sdk";
import { decodeEntities } from "documents-to-text/decode-entities";

/** A result with the field names of a provider. */
export interface FoundPage {
  readonly title: string | null | undefined;
  readonly url: string;
  readonly snippet: string | null | undefined;
  readonly published: string | null | undefined;
}

/**
 * Converts what a provider found to the common form: plain text, at most `count` results, web pages
 * only.
 */
export function toResults(found: readonly FoundPage[], count: number): readonly WebSearchResult[] {
  return found
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .slice(0, count)
    .map(({ title, url, snippet, published }) => {
      const publishedAt = toDay(published ?? "");
      return {
        title: toPlain(title ?? "") || url,
        url,
        snippet: toPlain(snippet ?? ""),
        ...(publishedAt !== undefined && { publishedAt }),
      };
    });
}

/** Providers mark matching words, and escape some characters as in HTML. */
function toPlain(text: string): string {
  const unmarked = text.replaceAll(/<\/?(strong|b|em|mark)>/gi, "");
  return decodeEntities(unmarked).replaceAll(/\s+/g, " ").trim();
}

/** Returns the day of an ISO or mail date; undefined for "2 days ago" and the like. */
function toDay(date: string): string | undefined {
  const iso = /^\d{4}-\d\d-\d\d/.exec(date)?.[0];
  if (iso) return iso;
  const ms = /\b\d{4}\b.*(GMT|UTC|[+-]\d{4})$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 10);
}
