import type { Note } from "@reeve/operations/memory/notes";

/** Beyond this many a question is a text, and the rest of its words say little. */
const MAX_WORDS = 32;

/** The words of a query, lower-case, each once. */
export function wordsOf(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Notes that hold more of the words come first; a word in the title or a tag counts twice. */
export function rankNotes(notes: readonly Note[], query: string): readonly Note[] {
  const words = wordsOf(query);
  const scored = notes.map((note) => ({ note, score: scoreOf(note, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || other.note.createdAt - one.note.createdAt)
    .map(({ note }) => note);
}

function scoreOf({ title = "", text, tags }: Note, words: readonly string[]): number {
  const head = `${title} ${tags.join(" ")}`.toLowerCase();
  const body = text.toLowerCase();
  return words.reduce(
    (score, word) => score + (head.includes(word) ? 2 : 0) + (body.includes(word) ? 1 : 0),
    0,
  );
}
