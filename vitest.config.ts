import { defineConfig } from "vitest/config";
import { libraryRecorder, unchangedLibraries } from "./scripts/tested-libraries.ts";

/** Real databases and processes on shared cores: a hang is found, a busy machine is none. */
const patience = { testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

/** `npm test` leaves out libraries that it has tested; who names tests gets them. */
const isWhole = process.env["npm_lifecycle_event"] === "test" && process.argv.length === 3;
const tested = isWhole ? unchangedLibraries() : [];

export default defineConfig({
  test: {
    maxWorkers: "100%",
    reporters: ["default", ...(isWhole ? [libraryRecorder()] : [])],
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
          exclude: ["**/node_modules/**", ...tested.map((library) => `${library}/**`)],
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
