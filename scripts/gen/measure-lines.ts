import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** How long things of one kind are. */
export interface LineCount {
  readonly what: "files" | "functions";
  readonly count: number;
  readonly median: number;
  readonly p90: number;
}

/** Measures our sources: no tests, nothing generated. */
export async function measureLines(root: string): Promise<readonly LineCount[]> {
  const files: number[] = [];
  const functions: number[] = [];
  for await (const name of glob("packages/*/src/**/*.ts", { cwd: root })) {
    if (/\.(test|test-d|gen)\.ts$/.test(name)) continue;
    const text = await readFile(path.join(root, name), "utf8");
    files.push(text.split("\n").length - 1);
    functions.push(...functionLines(name, text));
  }
  return [summarize("files", files), summarize("functions", functions)];
}

/** Named functions and methods; arrows are parts of what they stand in. */
function functionLines(name: string, text: string): readonly number[] {
  const lines: number[] = [];
  const count = ({ start, end, body }: { start: number; end: number; body: unknown }) => {
    if (body) lines.push(text.slice(start, end).split("\n").length);
  };
  new Visitor({ FunctionDeclaration: count, FunctionExpression: count }).visit(
    parseSync(name, text).program,
  );
  return lines;
}

function summarize(what: LineCount["what"], lengths: readonly number[]): LineCount {
  const sorted = lengths.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { what, count: sorted.length, median: at(0.5), p90: at(0.9) };
}
