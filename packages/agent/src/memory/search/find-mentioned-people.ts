import { indexTerms } from "../../kernel/text/index-terms.ts";
import type { CandidateRow } from "../../store/search/search.ts";

/** People that a query mentions. */
export interface MentionedPeople {
  /** The one author that it names, as written in the rows; undefined if it names several. */
  readonly author: string | undefined;
  /** Those of its terms that are names of authors. */
  readonly terms: ReadonlySet<string>;
}

/** Looks for the names of the rows' authors in a query. A first name will do, the fuller name wins. */
export function findMentionedPeople(
  rows: readonly Pick<CandidateRow, "author">[],
  terms: readonly string[],
): MentionedPeople {
  const wanted = new Set(terms);
  const authors = new Set(rows.flatMap(({ author }) => author ?? []));
  const named = [...authors]
    .map((author) => {
      const said = new Set(indexTerms(author).filter((term) => wanted.has(term)));
      return { author, said };
    })
    .filter(({ said }) => said.size > 0)
    .toSorted((one, other) => other.said.size - one.said.size);
  const [best, second] = named;
  const isClear = best && best.said.size > (second?.said.size ?? 0);
  return {
    author: isClear ? best.author : undefined,
    terms: new Set(named.flatMap(({ said }) => [...said])),
  };
}
