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
/** Each Telegram tool on the wire, whose requests are checked together with those of the suites. */
const TELEGRAM_TOOLS = "packages/agent/src/channels/telegram-bot/tools/telegram-tools.test.ts";
/** Checks the requests of bots against the documentation of the Bot API when all suites have ended. */
const CHECKS_REQUESTS = { globalSetup: "packages/agent/test/kit/telegram/check-bot-requests.ts" };

/**
 * Suites that install what they need and start it themselves: one after the other within a group,
 * and the groups side by side (`scripts/test-integration.ts`), which together keep two cores busy.
 */
export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      group("telegram", {
        include: [TELEGRAM, TELEGRAM_TOOLS],
        exclude: LONG,
        ...CHECKS_REQUESTS,
      }),
      group("programs", {
        include: [`${FOLDER}/**/*.test.ts`],
        exclude: [TELEGRAM, ...LONG, ...CHANNELS],
      }),
      group("long", { include: LONG, exclude: [], ...CHECKS_REQUESTS }),
      group("kills", {
        include: ["packages/agent/test/crash/*.test.ts", ...CHANNELS],
        exclude: [],
      }),
    ],
  },
});

interface GroupFiles {
  readonly include: string[];
  readonly exclude: string[];
  readonly globalSetup?: string;
}

function group(name: string, files: GroupFiles) {
  const limits = {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  };
  return { test: { name, ...files, ...limits } };
}
