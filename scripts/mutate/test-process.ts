import path from "node:path";
import { createVitest, type TestModule } from "vitest/node";
import { ROOT } from "./mutants.ts";
import { STORIES, UNIT_TESTS } from "./tests.ts";

/** Runs tests of the instrumented files, one job after the other; started by `openTester`. */
export interface TesterJob {
  /** Undefined for the first run, in which none is switched on. */
  readonly mutant: string | undefined;
  /** Absolute paths. */
  readonly files: readonly string[];
}

export interface TesterResult {
  /** Files of which a test failed. */
  readonly failed: readonly string[];
  /** Milliseconds that each file took. */
  readonly durations: readonly (readonly [string, number])[];
  /** True if errors occurred outside of tests, which an earlier job may have caused. */
  readonly hasStrayErrors: boolean;
}

/** A mutant that makes a test wait for ever has been noticed. */
const PATIENCE = { testTimeout: 20_000, hookTimeout: 20_000, expect: { poll: { timeout: 8000 } } };

let code: ReadonlyMap<string, string> = new Map();

async function open(isFirst: boolean) {
  const vitest = await createVitest(
    "test",
    {
      root: ROOT,
      config: false,
      watch: false,
      name: "mutants",
      include: [...UNIT_TESTS, ...STORIES],
      maxWorkers: 1,
      fileParallelism: false,
      isolate: isFirst,
      bail: isFirst ? 0 : 1,
      reporters: [{ onTestModuleEnd: (module) => void ended.push(module) }],
      setupFiles: [path.join(import.meta.dirname, "record-coverage.ts")],
      ...PATIENCE,
    },
    {
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          load: (id) => code.get(id.split("?")[0] ?? id),
        },
      ],
    },
  );
  await vitest.standalone();
  return vitest;
}

/** Files of the current run; the result of a run also lists those of earlier ones. */
const ended: TestModule[] = [];

type Vitest = Awaited<ReturnType<typeof open>>;

async function run({ mutant, files }: TesterJob, vitest: Vitest): Promise<TesterResult> {
  if (mutant === undefined) delete process.env["__STRYKER_ACTIVE_MUTANT__"];
  else process.env["__STRYKER_ACTIVE_MUTANT__"] = mutant;
  const project = vitest.getRootProject();
  const chosen = files.map((file) => project.createSpecification(file));
  ended.length = 0;
  const { unhandledErrors } = await vitest.runTestSpecifications(chosen);
  return {
    failed: ended.filter((module) => !module.ok()).map(({ moduleId }) => moduleId),
    durations: ended.map((module) => [module.moduleId, durationOf(module)]),
    hasStrayErrors: unhandledErrors.length > 0,
  };
}

function durationOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration;
}

let vitest: Promise<Vitest> | undefined;

process.on("message", (message: { code: ReadonlyMap<string, string> } | TesterJob) => {
  if ("code" in message) {
    ({ code } = message);
    return;
  }
  vitest ??= open(message.mutant === undefined);
  const answer = vitest.then((opened) => run(message, opened));
  answer.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
