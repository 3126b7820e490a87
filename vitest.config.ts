import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/**/*.test.ts",
      "scripts/**/*.test.ts",
      "bench/**/*.test.ts",
      "lint/**/*.test.ts",
    ],
    // Real databases and processes on shared cores: a hang is found, a busy machine is none.
    testTimeout: 60_000,
    exclude: ["**/node_modules/**", "packages/agent/test/integration/**"],
  },
});
