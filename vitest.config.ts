import { defineConfig } from "vitest/config";

/** Real databases and processes on shared cores: a hang is found, a busy machine is none. */
const patience = { testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/*/{bin,src}/**/*.test.ts",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
            "lint/**/*.test.ts",
          ],
          // Loading the agent for each file costs more than the tests: a worker keeps its modules.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: "stories",
          include: ["packages/agent/test/**/*.test.ts"],
          // Suites that kill processes or start servers: see vitest.integration.config.ts.
          exclude: ["**/node_modules/**", "packages/agent/test/{crash,integration}/**"],
          isolate: false,
          ...patience,
        },
      },
    ],
  },
});
