/** Formats a number as a language (BCP 47) writes it: "1,200" or "1.200". */
export function formatNumber(value: number, language: string): string {
  return formatOf(language).format(value);
}

/** Returns the plural category of a number in a language (BCP 47). */
export function pluralOf(value: number, language: string): Intl.LDMLPluralRule {
  return rulesOf(language).select(value);
}

const formatOf = once((language) => new Intl.NumberFormat(language));
const rulesOf = once((language) => new Intl.PluralRules(language));

/** Creating one takes a thousand times as long as using it. */
function once<Value>(create: (language: string) => Value): (language: string) => Value {
  const made = new Map<string, Value>();
  return (language) => {
    const value = made.get(language) ?? create(language);
    made.set(language, value);
    return value;
  };
}
