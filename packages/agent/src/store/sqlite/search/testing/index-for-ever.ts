import { writeSync } from "node:fs";
import { openSqlite } from "../../open.ts";
import { mixture } from "../../../../../../vector-index/src/testing/vectors.ts";

/**
 * `node index-for-ever.ts <file> <first>`, a program for tests that kill it: puts passages `v<n>`
 * from `first` on, gives them vectors, removes every seventh, and prints a line with each thing
 * that is committed: `put <n>` or `removed <n>`.
 */
const [file = "", first = "0"] = process.argv.slice(2);
const scope = { tenant: "home", audience: "ann", chat: null, source: "note" } as const;
const BATCH = 40;

await using store = await openSqlite(file, { synchronous: "normal" });
const { id: space } = await store.commit("index-passages", (tx) => tx.passages.openSpace("m", 64));
const vectors = mixture(20_000, { dims: 64, topics: 20 });

for (let n = Number(first); ; n += BATCH) {
  const numbers = Array.from({ length: BATCH }, (_, at) => n + at);
  await store.commit("note", async (tx) => {
    for (const number of numbers)
      await tx.passages.put({
        scope,
        ref: `v${number}`,
        author: null,
        integrity: "owner",
        at: 5,
        text: `word${number} among others`,
      });
  });
  tell(numbers.map((number) => `put ${number}`));
  const pending = await store.read.passages.pending(space, 100);
  const rows = pending.map(({ id, text }) => ({ id, vector: vectors[numberIn(text)] }));
  await store.commit("index-passages", (tx) => tx.passages.setVectors(space, rows));
  const gone = numbers.filter((number) => number % 7 === 0);
  await store.commit("note", async (tx) => {
    for (const number of gone) await tx.passages.remove(scope, `v${number}`);
  });
  tell(gone.map((number) => `removed ${number}`));
}

function numberIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0]) % vectors.length;
}

/** At once, also when the process is killed right after. */
function tell(lines: readonly string[]): void {
  writeSync(1, `${lines.join("\n")}\n`);
}
