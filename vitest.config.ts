import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "scripts/**/*.test.ts", "lint/**/*.test.ts"],
    exclude: ["**/node_modules/**", "packages/agent/test/integration/**"],
  },
});
