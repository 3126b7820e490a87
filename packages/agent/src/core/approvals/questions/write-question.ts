import type { Language } from "../../../kernel/languages.ts";
import type { Source } from "../../../kernel/label.ts";
import { texts } from "../../../platform/texts.ts";
import type { QuestionSources } from "../../../store/turns/approvals.ts";
import { nameSource } from "../../name-source.ts";
import { showText } from "./show-text.ts";

/** How many sources a question names. */
const NAMED = 3;

/**
 * Writes a question for a person: what would be done, whose words led to it, and the sentence in which they
 * stand. Nothing in it is invisible or changes the direction of the rest.
 */
export function writeQuestion(
  { what, sources }: { readonly what: string; readonly sources?: QuestionSources | undefined },
  language: Language,
): string {
  if (!sources) return showText(what);
  const { because, beside, quote } = sources;
  const said = texts(language).approvals.because;
  const names = (some: readonly Source[]) =>
    some
      .slice(0, NAMED)
      .map((source) => nameSource(source, language))
      .join(", ");
  const count = because.length - NAMED;
  const lines = [
    what,
    ...(because.length === 0
      ? []
      : [
          count > 0
            ? said.many({ names: names(because), count })
            : said.few({ names: names(because) }),
        ]),
    ...(quote === undefined ? [] : [JSON.stringify(quote)]),
    ...(beside.length === 0 ? [] : [said.beside({ names: names(beside) })]),
  ];
  return showText(lines.join("\n"));
}
