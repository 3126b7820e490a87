import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";

const SOURCES = "**/*.{ts,tsx,js,mjs,json,jsonl,md,tsv,yaml,yml,txt}";
const SKIPPED = new Set(["node_modules", "dist", ".git", ".cache"]);

/** So much of a text is quoted in a message. */
const QUOTED = 60;

/** Throws if a query occurs in a file under `root`: then the benchmark would test memorized text. */
export async function refuseKnown(queries: readonly string[], root: string): Promise<void> {
  const wanted = queries.map((text) => ({ text, folded: fold(text) }));
  for await (const file of glob(SOURCES, { cwd: root, exclude: isSkipped })) {
    const held = fold(await readFile(path.join(root, file), "utf8"));
    const known = wanted.find(({ folded }) => held.includes(folded));
    if (!known) continue;
    throw new Fault("invalid", `${file} holds a query: "${known.text.slice(0, QUOTED)}".`, {
      hint: "Remove it there; what was written from the queries cannot be measured by them.",
    });
  }
}

function isSkipped(name: string): boolean {
  return SKIPPED.has(path.basename(name));
}

/** Normalizes text, because a query in source may have escaped quotes and line breaks. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/\\[nt]|[\s\\"'`]+/g, " ");
}
