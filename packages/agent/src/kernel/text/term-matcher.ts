import { foldText } from "./fold-text.ts";

export interface Term<Value> {
  /** One or more words; `*` at the end matches any ending. */
  readonly text: string;
  readonly value: Value;
}

/** A term that a text holds; `start` and `end` count in the folded text. */
export interface TermMatch<Value> {
  readonly value: Value;
  readonly start: number;
  readonly end: number;
}

/**
 * Compiles many terms into a function that finds them all in one pass, in the order of the text. It takes
 * folded text (`foldText`); terms are folded here.
 *
 * Terms match at word boundaries. Scripts without spaces have none, so Chinese and Japanese terms match
 * anywhere; Arabic ones may start anywhere in a word, because articles and prepositions are written in
 * front.
 */
export function createTermMatcher<Value>(
  terms: Iterable<Term<Value>>,
): (folded: string) => readonly TermMatch<Value>[] {
  const root = createNode<Value>();
  for (const { text, value } of terms) {
    const node = nodeOf(root, foldText(text));
    (text.endsWith("*") ? node.beginnings : node.words).push(value);
  }
  return (folded) => {
    const matches: TermMatch<Value>[] = [];
    for (let start = 0; start < folded.length; start++) {
      if (mayStart(folded, start)) collect(root, folded, { start, matches });
    }
    return matches;
  };
}

/** Node for the prefix read so far of one or several terms. */
interface Node<Value> {
  readonly next: Map<number, Node<Value>>;
  /** Values of terms that end here. */
  readonly words: Value[];
  /** Values of terms that end here with any ending. */
  readonly beginnings: Value[];
}

function createNode<Value>(): Node<Value> {
  return { next: new Map(), words: [], beginnings: [] };
}

function nodeOf<Value>(root: Node<Value>, term: string): Node<Value> {
  let node = root;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    const next = node.next.get(code) ?? createNode<Value>();
    node.next.set(code, next);
    node = next;
  }
  return node;
}

function collect<Value>(
  root: Node<Value>,
  folded: string,
  { start, matches }: { start: number; matches: TermMatch<Value>[] },
): void {
  let node = root.next.get(folded.charCodeAt(start));
  for (let end = start + 1; node; end++) {
    for (const value of node.beginnings) matches.push({ value, start, end });
    if (node.words.length > 0 && mayEnd(folded, end))
      for (const value of node.words) matches.push({ value, start, end });
    node = node.next.get(folded.charCodeAt(end));
  }
}

function mayStart(folded: string, at: number): boolean {
  const script = scriptAt(folded, at);
  if (script === "none") return false;
  return script !== "spaced" || scriptAt(folded, at - 1) !== "spaced";
}

function mayEnd(folded: string, at: number): boolean {
  const last = scriptAt(folded, at - 1);
  return last === "unspaced" || scriptAt(folded, at) !== last;
}

type Script = "none" | "spaced" | "unspaced" | "arabic";

function scriptAt(folded: string, at: number): Script {
  const code = folded.charCodeAt(at);
  if (Number.isNaN(code) || code === 0x20) return "none";
  if (code < 0x0600) return "spaced";
  if (code < 0x0700) return "arabic";
  if (code >= 0x3040 && code < 0xa000) return "unspaced";
  return "spaced";
}
