import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inspect } from "node:util";
import type { Note } from "@reeve/operations/memory/notes";
import { isFault } from "@reeve/sdk";
import { addPeople, ann } from "../../testing/rows.ts";
import { openSqlite } from "../open.ts";

/**
 * `node fill-disk.ts <folder>`, a program for tests that leave it little room:
 * commits pairs of notes until one is refused, makes room, commits another pair,
 * and prints a `FillReport`.
 */
export interface FillReport {
  readonly refusal: { readonly code: string; readonly message: string };
  /** Pairs whose commit resolved, and notes that are there, before room was made. */
  readonly pairs: number;
  readonly notes: number;
  /** Notes that are there after another commit with room, or why it was refused. */
  readonly afterwards: number | string;
  readonly damage: readonly string[];
}

const [folder = "."] = process.argv.slice(2);
const owner = { tenant: "home", person: ann.id };
const ballast = path.join(folder, "ballast");
await writeFile(ballast, Buffer.alloc(300_000));
await using store = await openSqlite(path.join(folder, "reeve.db"), { synchronous: "full" });
await addPeople(store);

let pairs = 0;
let refusal: unknown;
while (refusal === undefined) {
  refusal = await addPair(`n${pairs}`);
  if (refusal === undefined) pairs += 1;
}
const notes = await countNotes();
await rm(ballast);
const refusedAgain = await addPair("last");
const report: FillReport = {
  refusal: isFault(refusal)
    ? { code: refusal.code, message: refusal.message }
    : { code: "a bug", message: inspect(refusal) },
  pairs,
  notes,
  afterwards: isFault(refusedAgain) ? refusedAgain.code : await countNotes(),
  damage: await store.findDamage(),
};
process.stdout.write(JSON.stringify(report));

/** Adds two notes in one commit; returns the reason if it failed. */
function addPair(name: string): Promise<unknown> {
  const commit = store.commit("note", async (tx) => {
    await tx.notes.add(owner, note(`${name} one`));
    await tx.notes.add(owner, note(`${name} other`));
  });
  return commit.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function countNotes(): Promise<number> {
  return (await store.read.notes.list(owner, 1_000_000)).length;
}

function note(id: string): Note {
  return { id, title: undefined, text: "x".repeat(3000), tags: [], createdAt: 1, updatedAt: 1 };
}
