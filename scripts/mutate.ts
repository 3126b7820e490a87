import { glob, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { chooseMutants, instrument, type Mutant, ROOT } from "./mutate/mutants.ts";
import { openTester, type Tester } from "./mutate/open-tester.ts";
import type { TesterResult } from "./mutate/test-process.ts";
import { STORIES, UNIT_TESTS } from "./mutate/tests.ts";

/**
 * Changes 400 places in the code of turns, approvals, limits and delivery, one after the other, and
 * runs the tests that reach each of them. Fails where more than 15 percent of the changes go unnoticed.
 * To change a different set of places, set `MUTATE_SEED`.
 */
const COUNT = 400;
const MIN_SCORE = 0.85;
const SEED = 20_260;
/** Longest time that the tests of a mutant may take; the first run has `FIRST_MS`. */
const MUTANT_MS = 120_000;
const FIRST_MS = 30 * 60_000;
/** After so many mutants, tests run without any: then none may fail. */
const CONTROL_EVERY = 20;

interface Coverage {
  readonly file: string;
  /** Mutants reached by tests. */
  readonly inTests: readonly string[];
  /** Mutants reached outside of tests. */
  readonly shared: readonly string[];
  readonly ms: number;
}

/** Runs all tests once, without a change, and notes what they reach. */
async function measure(code: ReadonlyMap<string, string>): Promise<readonly Coverage[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-mutants-"));
  await using tester = openTester(code, { REEVE_MUTANT_COVERAGE: folder });
  const found = await Array.fromAsync(glob([...UNIT_TESTS, ...STORIES], { cwd: ROOT }));
  const files = found.toSorted().map((file) => path.join(ROOT, file));
  const result = await tester.run({ mutant: undefined, files }, FIRST_MS);
  if (!isGreen(result)) throw failedUnchanged(result);
  const ms = new Map(result.durations);
  const written = await readdir(folder);
  const coverage = await Promise.all(
    written.map(async (name): Promise<Coverage> => {
      const reached = JSON.parse(await readFile(path.join(folder, name), "utf8"));
      return { ...reached, ms: ms.get(reached.file) ?? 0 };
    }),
  );
  await rm(folder, { recursive: true });
  return coverage.toSorted((one, other) => one.ms - other.ms);
}

/**
 * Lists the test files that reach a mutant, fast ones first. One that is reached by imports alone
 * is tested by the files whose tests reach something else in its file.
 */
function testsOf(
  { id, file }: Mutant,
  { coverage, mutants }: { coverage: readonly Coverage[]; mutants: readonly Mutant[] },
): readonly string[] {
  const near = new Set(mutants.filter((other) => other.file === file).map((other) => other.id));
  return coverage.flatMap(({ file: test, shared, inTests }) => {
    const isReached =
      inTests.includes(id) || (shared.includes(id) && inTests.some((one) => near.has(one)));
    return isReached ? [test] : [];
  });
}

type Outcome = "killed" | "timed out" | "survived" | "not covered";

const NOTICED: ReadonlySet<Outcome> = new Set(["killed", "timed out"]);

/** Unit tests first, and stories only where they notice nothing. */
async function testMutant(
  { id: mutant }: Mutant,
  tests: readonly string[],
  tester: Tester,
): Promise<Outcome> {
  if (tests.length === 0) return "not covered";
  const { units = [], stories = [] } = Object.groupBy(tests, (file) =>
    STORIES.includes(path.relative(ROOT, file)) ? "stories" : "units",
  );
  for (const files of [units, stories]) {
    if (files.length === 0) continue;
    const result = await tester.run({ mutant, files }, MUTANT_MS);
    if (!result) return "timed out";
    if (!isGreen(result)) return "killed";
  }
  return "survived";
}

/** Fails where tests fail without a mutant, since all that failed before is in doubt then. */
async function control(files: readonly string[], tester: Tester): Promise<void> {
  const result = await tester.run({ mutant: "none", files }, MUTANT_MS);
  if (!isGreen(result)) throw failedUnchanged(result);
}

function isGreen(result: TesterResult | undefined): result is TesterResult {
  return result !== undefined && result.failed.length === 0 && !result.hasStrayErrors;
}

function failedUnchanged(result: TesterResult | undefined): Error {
  const reason = !result ? "they hang" : result.failed.join(", ") || "errors outside of tests";
  return new Error(`tests fail without a change: ${reason}`);
}

function describe({ file, line, column, kind, replacement }: Mutant, outcome: Outcome): string {
  const text = replacement.replaceAll(/\s+/g, " ").slice(0, 80);
  return `${file}:${line}:${column} ${kind} → ${text}${outcome === "survived" ? "" : ` (${outcome})`}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

const seed = Number(process.env["MUTATE_SEED"] ?? SEED);
if (!Number.isSafeInteger(seed)) throw new Error("MUTATE_SEED is not an integer");
const { code, mutants } = await instrument();
const chosen = chooseMutants(mutants, { count: COUNT, seed });
say(`seed ${seed}: ${chosen.length} of ${mutants.length} mutants`);
const coverage = await measure(code);
say(`${coverage.length} test files reach them`);

const fast = coverage.slice(0, CONTROL_EVERY).map(({ file }) => file);
const outcomes = new Map<Mutant, Outcome>();
const queue = chosen.values();

/** Tests mutants of the queue until it is empty. */
async function testQueue(): Promise<void> {
  await using tester = openTester(code);
  let count = 0;
  for (const mutant of queue) {
    const outcome = await testMutant(mutant, testsOf(mutant, { coverage, mutants }), tester);
    outcomes.set(mutant, outcome);
    say(`${outcomes.size} ${outcome === "killed" ? outcome : describe(mutant, outcome)}`);
    if (++count % CONTROL_EVERY === 0) await control(fast, tester);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, testQueue));

const isNoticed = (mutant: Mutant) => NOTICED.has(outcomes.get(mutant) ?? "survived");
const noticed = chosen.filter(isNoticed);
for (const [folder, all] of Map.groupBy(chosen, (mutant) => mutant.folder)) {
  const left = all.filter((mutant) => !isNoticed(mutant));
  say(`\n${folder}: ${percent(1 - left.length / all.length)} of ${all.length}`);
  for (const mutant of left) say(`  ${describe(mutant, outcomes.get(mutant) ?? "survived")}`);
}
const score = noticed.length / chosen.length;
say(`\nscore: ${percent(score)} of ${chosen.length}, seed ${seed}`);
if (score < MIN_SCORE) process.exitCode = 1;
