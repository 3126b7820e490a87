import { defineConfig } from "vitest/config";

const FOLDER = "packages/agent/test/integration";

/** Suites that take minutes each. */
const LONG = [
  "clean-clone",
  "night-without-network",
  "telegram-bot-kills",
  "telegram-bot-storms",
  "telegram-bot-faults",
  "channel-kills",
].map((name) => `${FOLDER}/${name}.test.ts`);
/** Suites of all channels. The kills are over early, so they come after them. */
const CHANNELS = ["channels", "matrix"].map((name) => `${FOLDER}/${name}.test.ts`);
const TELEGRAM = `${FOLDER}/telegram-*.test.ts`;

/**
 * Suites that install what they need and start it themselves: one after the other within a group,
 * and the groups side by side (`scripts/test-integration.ts`), which together keep two cores busy.
 */
export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      group("telegram", { include: [TELEGRAM], exclude: LONG }),
      group("programs", {
        include: [`${FOLDER}/**/*.test.ts`],
        exclude: [TELEGRAM, ...LONG, ...CHANNELS],
      }),
      group("long", { include: LONG, exclude: [] }),
      group("kills", {
        include: ["packages/agent/test/crash/*.test.ts", ...CHANNELS],
        exclude: [],
      }),
    ],
  },
});

function group(name: string, files: { readonly include: string[]; readonly exclude: string[] }) {
  const limits = {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  };
  return { test: { name, ...files, ...limits } };
}
