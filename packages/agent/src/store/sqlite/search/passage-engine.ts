import type { PassageEngine } from "../../sql/search/passages.ts";
import { runRaw } from "./codes/run-raw.ts";
import { createVectorStore } from "./codes/vector-store.ts";
import { passageTokens } from "./word-tokens.ts";

/**
 * The index of words knows neither texts nor positions: what it is given is made from the
 * passage's terms again when it is to forget it, and then erased from the file.
 */
export const WORD_INDEX: readonly string[] = [
  `create virtual table passage_words using fts5 (
    tokens, content = '', columnsize = 0, detail = none, tokenize = 'ascii')`,
  `insert into passage_words (passage_words, rank) values ('secure-delete', 1)`,
];

/** Makes one segment of many: what is left of removed entries goes. Half a second for a million. */
export const MERGE_WORDS = "insert into passage_words (passage_words) values ('optimize')";

/** Words in FTS5 and vectors in tables of our own, both in the caller's transaction. */
export const passageEngine: PassageEngine = {
  async addWords(db, { id, scope, terms }) {
    const tokens = passageTokens(scope, terms);
    await runRaw(db, "insert into passage_words (rowid, tokens) values (?, ?)", [id, tokens]);
  },
  async removeWords(db, { id, scope, terms }) {
    const tokens = passageTokens(scope, terms);
    await runRaw(
      db,
      "insert into passage_words (passage_words, rowid, tokens) values ('delete', ?, ?)",
      [id, tokens],
    );
  },
  vectors: createVectorStore,
};
