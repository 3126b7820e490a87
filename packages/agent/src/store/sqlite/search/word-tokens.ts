/** Returns the token of a term (`hashTerm`) in the word index. */
export function wordToken(hash: number): string {
  return `w${hash.toString(36)}`;
}

/** Returns the token of a scope, so that words of one scope are found without reading others. */
export function scopeToken(scope: number): string {
  return `s${scope}`;
}

/** Returns the tokens of a passage for the word index. */
export function passageTokens(scope: number, terms: Uint32Array): string {
  return [scopeToken(scope), ...Array.from(new Set(terms), wordToken)].join(" ");
}
