import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { indexTerms } from "../../src/kernel/text/index-terms.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { mixture } from "../../../vector-index/src/testing/vectors.ts";

const PROGRAM = fileURLToPath(
  new URL("../../src/store/sqlite/search/testing/index-for-ever.ts", import.meta.url),
);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-kill-"));
  file = path.join(folder, "reeve.db");
});
afterEach(() => rm(folder, { recursive: true }));

interface Told {
  readonly put: Set<number>;
  readonly removed: Set<number>;
}

/** Runs the program until it has reported this many lines, and kills it in the middle of the next. */
async function killAfter(lines: number, told: Told): Promise<void> {
  const first = Math.max(0, ...told.put) + 1000;
  const child = spawn(process.execPath, [PROGRAM, file, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  let count = 0;
  for await (const line of createInterface(child.stdout)) {
    const [what, number] = line.split(" ");
    (what === "put" ? told.put : told.removed).add(Number(number));
    count += 1;
    if (count === lines) child.kill("SIGKILL");
  }
  expect(await exit).toEqual([null, "SIGKILL"]);
}

test(
  "an index whose process is killed loses nothing and finds nothing that is gone",
  { timeout: 120_000 },
  async () => {
    const told: Told = { put: new Set(), removed: new Set() };
    const vectors = mixture(20_000, { dims: 64, topics: 20 });
    for (const lines of [41, 500, 1234, 2600, 70, 3001]) {
      await killAfter(lines, told);
      await using store = await openSqlite(file, { synchronous: "normal" });
      const scopes = (await store.read.passages.scopes("home")).map(({ id }) => id);
      const [scope] = await store.read.passages.scopes("home");
      if (!scope) throw new Error("nothing was put");
      const rows = await store.read.passages.list(scope);
      const refs = new Set(rows.map(({ ref }) => ref));

      const lost = [...told.put].filter((n) => n % 7 !== 0 && !refs.has(`v${n}`));
      const stale = [...told.removed].filter((n) => refs.has(`v${n}`));
      expect({ lost, stale }).toEqual({ lost: [], stale: [] });
      expect(scope.passages).toBe(rows.length);

      using database = new DatabaseSync(file, { readOnly: true });
      const { stored } =
        database.prepare("select count(*) as stored from passage_vectors").get() ?? {};
      const { vectors: coded } = await store.search.audit(5);
      expect(coded).toBe(Number(stored));

      for (const n of [...[...told.put].slice(-30), ...[...told.removed].slice(-30)]) {
        const { rows: found } = await store.search.find({
          terms: indexTerms(`word${n}`),
          vector: vectors[n % vectors.length],
          scopes,
          limits: { vectors: 3, words: 3, neighbours: 1 },
        });
        const ids = found
          .filter(({ counts }) => counts.some((count) => count > 0))
          .map(({ id }) => id);
        const texts = (await store.read.passages.byIds(ids)).map(({ text }) => text);
        expect(texts).toEqual(refs.has(`v${n}`) ? [`word${n} among others`] : []);
      }
    }
  },
);
