import { keepOne } from "./keep-one.ts";
import { fillIn, type Language } from "./languages.ts";

/** A text in the forms that a number asks for, `{count}` in place of the number. */
export type CountForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** A text in the form for a number, with the number as the language writes it: "1 line", "1,200 lines". */
export function tellCount(forms: CountForms, count: number, language: Language): string {
  const form = forms[rulesOf(language).select(count)] ?? forms.other;
  return fillIn(form, { count: tellNumber(count, language) });
}

/** A number as a language writes it: "1,200" or "1.200". */
export function tellNumber(value: number, language: Language): string {
  return formatOf(language).format(value);
}

const rulesOf = keepOne((language: Language) => new Intl.PluralRules(language));
const formatOf = keepOne((language: Language) => new Intl.NumberFormat(language));
