/** How a term (`hashTerm`) stands in the index of words. */
export function wordToken(hash: number): string {
  return `w${hash.toString(36)}`;
}

/** How a scope stands there: words of one scope are found without a look at others. */
export function scopeToken(scope: number): string {
  return `s${scope}`;
}

/** Returns the tokens of a passage for the word index. */
export function passageTokens(scope: number, terms: Uint32Array): string {
  return [scopeToken(scope), ...Array.from(new Set(terms), wordToken)].join(" ");
}
