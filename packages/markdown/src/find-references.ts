import { type Token, walkTokens } from "marked";

/** Returns the names of all definitions that links and images refer to, in the lexer's own spelling. */
export function findReferences(tokens: Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  void walkTokens(tokens, ({ type, raw }) => {
    if (type !== "link" && type !== "image") return;
    const name = /\[([^[\]]+)\](?:\[\])?$/.exec(raw)?.[1];
    if (name !== undefined) names.add(name.toLowerCase().replaceAll(/\s+/g, " "));
  });
  return names;
}
