import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** A small change of a production file that some test has to notice. */
export interface Mutant {
  readonly id: string;
  /** Relative to the repository. */
  readonly file: string;
  readonly folder: Folder;
  readonly line: number;
  readonly column: number;
  /** Kind of change, such as `ConditionalExpression`. */
  readonly kind: string;
  readonly replacement: string;
}

const AGENT = "packages/agent/src";

/** Mutated files by the folder they count for; a file counts for the first that has it. */
const FOLDERS = {
  limits: [
    `${AGENT}/domains/limits.ts`,
    `${AGENT}/domains/limits/*.ts`,
    `${AGENT}/core/turns/budget/*.ts`,
    `${AGENT}/core/approvals/use-grant.ts`,
    `${AGENT}/store/sql/turns/grants.ts`,
    `${AGENT}/store/sql/billing/limits.ts`,
  ],
  turns: [`${AGENT}/core/turns/**/*.ts`],
  approvals: [`${AGENT}/core/approvals/**/*.ts`],
  delivery: [`${AGENT}/core/delivery/*.ts`],
};

export type Folder = keyof typeof FOLDERS;

/** Production files with all their mutants in them, each behind a switch. */
export interface Instrumented {
  /** Code by absolute path. */
  readonly code: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

export async function instrument(): Promise<Instrumented> {
  const folders = await productionFiles();
  const files = await Promise.all(
    [...folders.keys()].map(async (file) => {
      const name = path.join(ROOT, file);
      return { name, content: await readFile(name, "utf8"), mutate: true };
    }),
  );
  const options = { excludedMutations: [], ignorers: [], plugins: null };
  const { files: written, mutants } = await new Instrumenter(SILENT).instrument(files, options);
  return {
    code: new Map(written.map(({ name, content }) => [name, content])),
    mutants: mutants.flatMap(({ id, fileName, location, mutatorName: kind, replacement }) => {
      const file = path.relative(ROOT, fileName);
      const folder = folders.get(file);
      const { line, column } = location.start;
      return folder
        ? [{ id, file, folder, line: line + 1, column: column + 1, kind, replacement }]
        : [];
    }),
  };
}

async function productionFiles(): Promise<ReadonlyMap<string, Folder>> {
  const folders = new Map<string, Folder>();
  for (const [folder, patterns] of Object.entries(FOLDERS)) {
    const found = await Array.fromAsync(glob(patterns, { cwd: ROOT }));
    for (const file of found.toSorted())
      if (!/\.test\.ts$|\/testing\//.test(file) && !folders.has(file) && isFolder(folder))
        folders.set(file, folder);
  }
  return folders;
}

function isFolder(name: string): name is Folder {
  return Object.hasOwn(FOLDERS, name);
}

/** Chooses as many mutants of each folder as of the others, as far as it has that many. */
export function chooseMutants(
  mutants: readonly Mutant[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly Mutant[] {
  const random = createRandom(seed);
  const shuffled = mutants
    .map((mutant) => ({ mutant, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ mutant }) => mutant);
  const queues = [...Map.groupBy(shuffled, ({ folder }) => folder).values()];
  const longest = Math.max(...queues.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, n) =>
    queues.flatMap((queue) => queue[n] ?? []),
  );
  return rounds.flat().slice(0, count);
}

/** Returns numbers from 0 to 1 that follow from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ignore = (): void => {};
const off = (): boolean => false;

const SILENT = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
