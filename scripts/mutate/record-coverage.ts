import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, type RunnerTestFile } from "vitest";

/** Notes of the instrumented files: each mutant that was reached, in a test or outside of tests, such as by imports. */
interface Switches {
  readonly mutantCoverage: {
    readonly static: Record<string, number>;
    readonly perTest: Record<string, Record<string, number>>;
  };
  currentTestId?: string | undefined;
}

/** Setup file of the first run: keeps which mutants a test file reaches. */
const folder = process.env["REEVE_MUTANT_COVERAGE"];
if (folder !== undefined) {
  const switches: Switches = { mutantCoverage: { static: {}, perTest: {} } };
  Object.assign(globalThis, { __stryker__: switches });
  let suite: RunnerTestFile | undefined;
  beforeEach(({ task }) => {
    suite = task.file;
    switches.currentTestId = "test";
  });
  afterEach(() => {
    switches.currentTestId = undefined;
  });
  afterAll(async () => {
    if (!suite) return;
    const { static: shared, perTest } = switches.mutantCoverage;
    const inTests = Object.keys(perTest["test"] ?? {});
    const found = { file: suite.filepath, shared: Object.keys(shared), inTests };
    await writeFile(path.join(folder, `${suite.id}.json`), JSON.stringify(found));
  });
}
