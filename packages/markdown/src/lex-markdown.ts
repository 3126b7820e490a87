import { Hooks, Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";
import { findFormula } from "./find-formula.ts";
import { maskSigns } from "./mask-signs.ts";

/**
 * Lexes GitHub's Markdown, with emphasis by the rules of `maskSigns`. Text between `~~~` in one line does
 * not start a code block, which would hide it. Formulas are tokens of the type `escape`: literal text.
 */
export function lexMarkdown(source: string): TokensList {
  const extensions = {
    renderers: {},
    childTokens: {},
    inline: [toFormula],
    startInline: [(text: string) => text.indexOf("$")],
  };
  const hooks = createHooks();
  return new Lexer({ gfm: true, hooks, extensions, tokenizer: createTokenizer() }).lex(source);
}

/** Reads a formula; after a word or a number, `$` does not start one. */
function toFormula(source: string, before: readonly Token[]): Tokens.Escape | undefined {
  if (!/^(?:\$|\\[([])/.test(source)) return undefined;
  if (source.startsWith("$") && /[\p{L}\p{N}$]$/u.test(before.at(-1)?.raw ?? "")) return undefined;
  const formula = findFormula(source);
  return formula && { type: "escape", raw: formula.text, text: formula.text };
}

function createHooks(): Hooks {
  const hooks = new Hooks();
  hooks.emStrongMask = maskSigns;
  return hooks;
}

/**
 * Creates a tokenizer. The lexer's own one searches for the end of emphasis in the mask, and for its start
 * in the source.
 */
function createTokenizer(): Tokenizer {
  const tokenizer = new Tokenizer();
  const emStrong = tokenizer.emStrong.bind(tokenizer);
  const del = tokenizer.del.bind(tokenizer);
  const fences = tokenizer.fences.bind(tokenizer);
  tokenizer.emStrong = (source, mask, before) => {
    const start = mask.length - source.length;
    if (mask[start] !== source[0]) return undefined;
    return emStrong(source, mask, mask[start - 1] === " " ? " " : before);
  };
  tokenizer.fences = (source) => (/^ {0,3}~+[^~\n]+~/.test(source) ? undefined : fences(source));
  tokenizer.del = (source, mask, before) =>
    mask[mask.length - source.length] === source[0] ? del(source, mask, before) : undefined;
  return tokenizer;
}
