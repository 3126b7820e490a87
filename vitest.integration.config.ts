import { defineConfig } from "vitest/config";

/** Suites that install what they need and start it themselves; one after the other. */
export default defineConfig({
  test: {
    include: ["packages/agent/test/integration/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
